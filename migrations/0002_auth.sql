-- Accounts and sessions.

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- As typed; mails go here.
  email text NOT NULL,
  -- Trimmed and lower-cased: one account per address.
  email_canonical text NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'unverified' CHECK (status IN ('unverified', 'active', 'disabled')),
  password_hash text NOT NULL,
  roles text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  address text NOT NULL,
  location text,
  phone text,
  gender text,
  occupation text,
  industry text,
  company text,
  job_title text,
  education text,
  -- Years, as typed at registration ('10' or '10+').
  experience text,
  age integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  verified_at timestamptz
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256: who reads this table cannot sign in with it.
  token_hash bytea NOT NULL UNIQUE,
  device_hash bytea NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'superseded', 'revoked')),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- Absolute end of life, whatever the use.
  expires_at timestamptz NOT NULL DEFAULT now() + interval '90 days'
);
-- The law of one active session, where no race can get round it.
CREATE UNIQUE INDEX sessions_one_active ON sessions (user_id) WHERE state = 'active';
CREATE INDEX sessions_by_user ON sessions (user_id);

-- The newest code of an unverified address, and used ones, so that a second click is answered kindly.
CREATE TABLE email_verifications (
  code_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The mail that carries the code: its life counts from when that was sent.
  mail_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE UNIQUE INDEX email_verifications_one_open ON email_verifications (user_id) WHERE used_at IS NULL;

-- Proofs of work that were already spent; a row may go once its challenge is past its time.
CREATE TABLE spent_puzzles (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
