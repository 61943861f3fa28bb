-- The sign-in behind each session, the second factor, and the address that waits to be proven.

-- Words and a shortened network, never a browser's own line or a whole address: enough to know one's own again.
ALTER TABLE sessions
  ADD COLUMN browser text,
  ADD COLUMN system text,
  ADD COLUMN network text;

CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Sealed under the installation's secret, which is not in the database: who reads this table can make no code.
  secret_sealed bytea NOT NULL,
  -- The newest 30-second step whose code was used: a code counts once, and none before it counts any more.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Unset until a first code proved that the authenticator has the secret; until then sign-in asks for none.
  confirmed_at timestamptz
);

-- The unused ones; a code goes with its use.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  -- SHA-256 of 80 random bits.
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- The one address an account is to have once its link was opened; a newer wish takes its place.
CREATE TABLE email_changes (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  -- The mail that carries the code: its life counts from when that was sent.
  mail_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
