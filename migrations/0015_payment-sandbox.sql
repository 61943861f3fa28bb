-- What the stand-in for providers of payments remembers, so that it outlives a restart and is one for several instances.
-- Empty in production. Nothing of a buyer is in it.

CREATE TABLE payment_sandbox_order (
  -- What the provider calls it: a token, an order id, the id of a payment page.
  id text PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('express', 'paypal', 'flutterwave')),
  -- Ours.
  reference text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  -- open: nobody has paid yet · approved: the payer agreed, the money is to be captured
  state text NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'approved', 'pending', 'paid', 'declined', 'cancelled', 'refunded')),
  -- What the person at the checkout chose; null while it is open.
  choice text,
  -- What is said to have been paid, where somebody did.
  paid_minor bigint,
  paid_currency text,
  transaction_id text UNIQUE,
  -- What it becomes by itself, and when.
  next_state text,
  next_at timestamptz,
  -- Until then it cannot be asked (outage), or knows of no payment (result 3).
  quiet_until timestamptz,
  -- What it was made with: addresses, names of fields that are repeated in answers.
  details jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider, reference)
);
CREATE INDEX payment_sandbox_order_next ON payment_sandbox_order (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX payment_sandbox_order_by_time ON payment_sandbox_order (created_at);

-- A notification on its way to the webhook.
CREATE TABLE payment_sandbox_notice (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id text NOT NULL REFERENCES payment_sandbox_order (id) ON DELETE CASCADE,
  -- The very bytes that are signed and sent, again and again if need be.
  body text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- null: it arrived, or was given up.
  due_at timestamptz DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payment_sandbox_notice_due ON payment_sandbox_notice (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payment_sandbox_notice_of_order ON payment_sandbox_notice (order_id);
