-- Buying credits: what is sold, who tried to buy it, what the provider said, and what the ledger got of it.

-- A purchase adds credits; a refund or chargeback takes back what is still there, and the rest stands as a debt.
ALTER TABLE credit_entry
  DROP CONSTRAINT credit_entry_kind_check,
  DROP CONSTRAINT credit_entry_check,
  ADD CONSTRAINT credit_entry_kind_check
    CHECK (kind IN ('grant', 'spend', 'refund', 'adjustment', 'purchase', 'reversal')),
  ADD CONSTRAINT credit_entry_sign_check
    CHECK ((amount < 0) = (kind IN ('spend', 'reversal')) OR kind = 'adjustment');

-- Credits that were spent before their purchase was taken back. Spending is paused until an operator has closed it.
CREATE TABLE credit_debt (
  -- That of the reversal.
  ref text PRIMARY KEY,
  user_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  closed_by text,
  closing_reason text,
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX credit_debt_open ON credit_debt (user_id) WHERE closed_at IS NULL;

-- posted (`amount` is what was taken; the rest is a debt) · repeated (likewise) · mismatch
CREATE FUNCTION reverse_credits(p_user uuid, p_ref text, p_amount bigint, p_reason text, p_actor text)
RETURNS credit_answer LANGUAGE plpgsql AS $$
DECLARE
  account credit_account;
  earlier_taken bigint;
  earlier_owed bigint;
  taken bigint;
BEGIN
  INSERT INTO credit_account (user_id) VALUES (p_user) ON CONFLICT DO NOTHING;
  SELECT * INTO account FROM credit_account WHERE user_id = p_user FOR UPDATE;
  SELECT -amount INTO earlier_taken FROM credit_entry
    WHERE kind = 'reversal' AND ref = p_ref AND user_id = p_user;
  SELECT amount INTO earlier_owed FROM credit_debt WHERE ref = p_ref AND user_id = p_user;
  IF earlier_taken IS NOT NULL OR earlier_owed IS NOT NULL THEN
    RETURN ROW(
      CASE WHEN coalesce(earlier_taken, 0) + coalesce(earlier_owed, 0) = p_amount THEN 'repeated' ELSE 'mismatch' END,
      coalesce(earlier_taken, 0), NULL, account.balance, account.held)::credit_answer;
  END IF;
  taken := least(account.balance - account.held, p_amount);
  IF taken > 0 THEN
    INSERT INTO credit_entry (user_id, kind, ref, amount, balance_after, reason, actor)
      VALUES (p_user, 'reversal', p_ref, -taken, account.balance - taken, p_reason, p_actor);
  END IF;
  IF taken < p_amount THEN
    INSERT INTO credit_debt (ref, user_id, amount) VALUES (p_ref, p_user, p_amount - taken);
  END IF;
  UPDATE credit_account SET balance = balance - taken,
      paused_at = CASE WHEN taken < p_amount THEN coalesce(paused_at, now()) ELSE paused_at END
    WHERE user_id = p_user RETURNING * INTO account;
  RETURN ROW('posted', taken, NULL, account.balance, account.held)::credit_answer;
END $$;

CREATE TABLE payment_product (
  -- Chosen by the operator, e.g. 'starter'.
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text NOT NULL CHECK (name <> ''),
  description text NOT NULL,
  credit_amount integer NOT NULL CHECK (credit_amount > 0),
  -- In this order they are shown.
  position integer NOT NULL,
  is_on_sale boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- A price for each currency it is sold in: nothing is ever converted.
CREATE TABLE payment_price (
  product_id text NOT NULL REFERENCES payment_product (id),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- In the currency's smallest unit.
  amount_minor bigint NOT NULL CHECK (amount_minor BETWEEN 1 AND 100000000000),
  PRIMARY KEY (product_id, currency)
);

INSERT INTO payment_product (id, name, description, credit_amount, position) VALUES
  ('starter', 'Starter', 'About 30 quick questions: one category, looked at from all sides.', 100, 1),
  ('team', 'Team', 'About 160 quick questions, or 50 in Deep Research: a month of regular work.', 500, 2),
  ('business', 'Business', 'About 660 quick questions, or 200 in Deep Research: a whole insight team.', 2000, 3);
INSERT INTO payment_price (product_id, currency, amount_minor) VALUES
  ('starter', 'GHS', 15000), ('starter', 'USD', 1200),
  ('team', 'GHS', 65000), ('team', 'USD', 5200),
  ('business', 'GHS', 220000), ('business', 'USD', 17500);

-- One try to buy. What was agreed is copied: later changes of product or price do not touch it. No reference to the
-- user's row, as in the ledger: it outlives a deleted account, and holds no personal data.
CREATE TABLE payment_attempt (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The order in which they were made, for paging.
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  reference text NOT NULL UNIQUE CHECK (reference ~ '^[A-Z2-7]{15}$'),
  user_id uuid NOT NULL,
  -- One press of the button.
  idempotency_key uuid NOT NULL,
  provider text NOT NULL CHECK (provider IN ('express', 'paypal', 'flutterwave')),
  is_sandbox boolean NOT NULL,
  product_id text NOT NULL,
  product_name text NOT NULL,
  credit_amount integer NOT NULL CHECK (credit_amount > 0),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'redirected', 'pending', 'paid', 'credited',
    'declined', 'cancelled', 'expired', 'review', 'refunded', 'reversed')),
  -- What the provider calls it: a token, an order id.
  provider_ref text,
  redirect_url text,
  -- What the checkout widget is opened with.
  checkout jsonb,
  -- The provider's own number of the payment.
  transaction_id text,
  -- Why a person has to look, with whatever state it is in; cleared when one has.
  review_reason text,
  poll_count integer NOT NULL DEFAULT 0,
  -- null: nothing is asked by itself any more.
  next_poll_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  credited_at timestamptz,
  UNIQUE (user_id, idempotency_key),
  CHECK (state <> 'redirected' OR provider_ref IS NOT NULL),
  CHECK (state NOT IN ('credited', 'refunded', 'reversed') OR (credited_at IS NOT NULL AND transaction_id IS NOT NULL))
);
CREATE UNIQUE INDEX payment_attempt_provider_ref ON payment_attempt (provider, is_sandbox, provider_ref);
-- One payment at the provider credits one purchase.
CREATE UNIQUE INDEX payment_attempt_transaction ON payment_attempt (provider, is_sandbox, transaction_id);
CREATE INDEX payment_attempt_of_user ON payment_attempt (user_id, seq DESC);
CREATE INDEX payment_attempt_due ON payment_attempt (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX payment_attempt_to_review ON payment_attempt (updated_at) WHERE review_reason IS NOT NULL;

-- How it came there, step by step.
CREATE TABLE payment_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  attempt_id uuid NOT NULL REFERENCES payment_attempt (id),
  from_state text NOT NULL,
  to_state text NOT NULL,
  -- start, return, capture, webhook, poll or operator.
  cause text NOT NULL,
  -- The operator, where it was one.
  actor text,
  -- The provider's word for the state, or the operator's reason.
  words text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payment_step_of_attempt ON payment_step (attempt_id, id);
CREATE TRIGGER payment_step_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_step
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every event that providers told us of, once; nothing of its body.
CREATE TABLE payment_notification (
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  authenticity text NOT NULL CHECK (authenticity IN ('signed', 'unsigned')),
  -- null: it is about no purchase of ours.
  attempt_id uuid REFERENCES payment_attempt (id),
  outcome text NOT NULL CHECK (outcome IN ('waiting', 'settled', 'ignored')),
  note text NOT NULL DEFAULT '',
  times integer NOT NULL DEFAULT 1,
  received_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_notification_waiting ON payment_notification (received_at) WHERE outcome = 'waiting';

-- What receipts say of the buyer, kept with the account.
CREATE TABLE payment_billing (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  company text NOT NULL DEFAULT '',
  tax_number text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- A receipt, as it was issued; the buyer's part goes with the account.
CREATE TABLE payment_receipt (
  attempt_id uuid PRIMARY KEY REFERENCES payment_attempt (id),
  -- e.g. 2026-000123; without gaps within a year.
  number text NOT NULL UNIQUE,
  buyer_name text,
  buyer_email text,
  company text,
  tax_number text,
  issued_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE payment_receipt_count (
  year integer PRIMARY KEY,
  last integer NOT NULL
);

-- What became of payments in browsers, as the tracking call tells it.
CREATE TABLE payment_tracking (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  public_key text NOT NULL,
  language text NOT NULL,
  version text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payment_tracking_by_time ON payment_tracking (created_at);
