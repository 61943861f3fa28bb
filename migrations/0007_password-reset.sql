-- The one open code with which an account's password can be set anew: a newer one takes its place, use removes it.
CREATE TABLE password_resets (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256: who reads this table cannot open an account with it.
  code_hash bytea NOT NULL UNIQUE,
  -- The mail that carries the code: its life counts from when that was sent.
  mail_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
