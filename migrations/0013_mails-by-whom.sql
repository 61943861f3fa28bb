-- Limits count an address however it is typed.
CREATE INDEX mail_outbox_by_lower_address ON mail_outbox (lower(to_address), created_at DESC);
DROP INDEX mail_outbox_by_address;

-- Whose account a mail goes with where its address alone does not tell: one to an address the account had or asked for.
ALTER TABLE mail_outbox ADD COLUMN user_id uuid;
CREATE INDEX mail_outbox_by_user ON mail_outbox (user_id) WHERE user_id IS NOT NULL;
