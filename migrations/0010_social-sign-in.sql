-- Sign-in by Google and Facebook.

-- Which of a provider's people is which account: by the provider's own id, since an address can change hands.
CREATE TABLE social_identities (
  provider text NOT NULL CHECK (provider IN ('GOOGLE', 'FACEBOOK')),
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  linked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
);

-- The one open code per account and provider with which the owner of its address connects the two.
CREATE TABLE social_link_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('GOOGLE', 'FACEBOOK')),
  subject text NOT NULL,
  -- The address it was mailed to: it is worth nothing once the account has another one.
  email_canonical text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  -- The mail that carries the code: its life counts from when that was sent.
  mail_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, provider)
);

-- Nonces that a token was let in with; a row may go once its nonce is past its time.
CREATE TABLE social_spent_nonces (
  nonce_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
