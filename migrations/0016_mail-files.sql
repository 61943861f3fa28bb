-- A file that goes with a mail, made as the mail leaves: its name, who makes it and of what. The outbox holds no files.
ALTER TABLE mail_outbox ADD COLUMN attachment jsonb;
