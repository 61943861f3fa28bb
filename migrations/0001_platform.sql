-- What the platform owns: the outbox of mails, the counters of rate limits, secrets that all instances share.

CREATE TABLE mail_outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  to_address text NOT NULL,
  -- What the mail is for, e.g. 'verify': limits per address count by it.
  purpose text NOT NULL,
  subject text NOT NULL,
  -- Emptied once sent through a real mail server: they hold links that open accounts.
  text_body text NOT NULL,
  html_body text NOT NULL,
  -- The same in every try, so that a receiver can drop a repeat.
  message_id text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- Set when the server refused the mail for good, or after too many days.
  failed_at timestamptz,
  last_error text
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX mail_outbox_by_address ON mail_outbox (to_address, created_at DESC);

-- The columns that rate-limiter-flexible reads and writes; nothing of value is lost with them.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

CREATE TABLE shared_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  created_at timestamptz NOT NULL DEFAULT now()
);
