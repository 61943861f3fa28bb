-- Credits: whole numbers only, an append-only ledger, one account row that is always locked first.

-- What things cost. A change is a new version; a hold keeps the version it was priced with.
CREATE TABLE credit_price (
  version integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quick integer NOT NULL CHECK (quick > 0),
  deep integer NOT NULL CHECK (deep > 0),
  -- For answers written by a provider's model; never more than the price of the answer.
  per_thousand_tokens integer NOT NULL CHECK (per_thousand_tokens > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO credit_price (quick, deep, per_thousand_tokens) VALUES (3, 10, 1);

-- No reference to the user's row: the ledger outlives a deleted account, and holds no personal data.
CREATE TABLE credit_account (
  user_id uuid PRIMARY KEY,
  balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Set when the books do not agree; spending is refused until someone has looked.
  paused_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credit_account_holds_are_covered CHECK (held <= balance)
) WITH (fillfactor = 80);

-- Accounts and price lists are never deleted (see the triggers below), so what names them needs no foreign key: a fifth
-- of a spend's cost. Ids are taken under the account's lock, so within an account they run in the order of the commits.
CREATE TABLE credit_entry (
  user_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('grant', 'spend', 'refund', 'adjustment')),
  ref text NOT NULL CHECK (ref <> ''),
  amount bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  price_version integer,
  reason text,
  actor text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CONSTRAINT credit_entry_once UNIQUE (kind, ref),
  CHECK ((amount < 0) = (kind = 'spend') OR kind = 'adjustment'),
  CHECK (kind <> 'adjustment' OR (reason <> '' AND actor <> '') IS TRUE)
);

CREATE TABLE credit_hold (
  -- The turn, or the step of a research, that may spend it.
  id text PRIMARY KEY,
  user_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  price_version integer NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'released')),
  settled_amount bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK (settled_amount BETWEEN 0 AND amount),
  CHECK ((state = 'settled') = (settled_amount > 0)),
  CHECK ((state = 'open') = (closed_at IS NULL))
);
CREATE INDEX credit_hold_open ON credit_hold (expires_at) WHERE state = 'open';

-- The ledger is written once. The trigger holds for every role, the missing grant for all but a superuser.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER credit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_account_stays BEFORE DELETE OR TRUNCATE ON credit_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_price_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_price
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON credit_entry, credit_price FROM PUBLIC, CURRENT_USER;
REVOKE DELETE, TRUNCATE ON credit_account FROM PUBLIC, CURRENT_USER;

-- A balance moves only together with the entry that explains it.
CREATE FUNCTION balance_follows_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.balance IS DISTINCT FROM coalesce(
    (SELECT balance_after FROM credit_entry WHERE user_id = NEW.user_id ORDER BY id DESC LIMIT 1), 0)
  THEN
    RAISE EXCEPTION 'a balance changes only through an entry' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_account_opens_empty AFTER INSERT ON credit_account
  FOR EACH ROW WHEN (NEW.balance <> 0) EXECUTE FUNCTION balance_follows_ledger();
CREATE TRIGGER credit_account_follows_ledger AFTER UPDATE OF balance ON credit_account
  FOR EACH ROW WHEN (NEW.balance <> OLD.balance) EXECUTE FUNCTION balance_follows_ledger();

-- The verbs below are one round trip each. `outcome` says what happened; the account's figures are those after it.
CREATE TYPE credit_answer AS (
  outcome text,
  amount bigint,
  price_version integer,
  balance bigint,
  held bigint
);

-- open (also when repeated) · settled, released (an old id) · mismatch · insufficient · paused
CREATE FUNCTION hold_credits(p_user uuid, p_hold text, p_amount bigint, p_price integer, p_life interval)
RETURNS credit_answer LANGUAGE plpgsql AS $$
DECLARE
  account credit_account;
  earlier credit_hold;
BEGIN
  UPDATE credit_account SET held = held + p_amount
    WHERE user_id = p_user AND balance - held >= p_amount AND paused_at IS NULL
    RETURNING * INTO account;
  IF FOUND THEN
    INSERT INTO credit_hold (id, user_id, amount, price_version, expires_at)
      VALUES (p_hold, p_user, p_amount, p_price, now() + p_life) ON CONFLICT (id) DO NOTHING;
    IF FOUND THEN
      RETURN ROW('open', p_amount, p_price, account.balance, account.held)::credit_answer;
    END IF;
    UPDATE credit_account SET held = held - p_amount WHERE user_id = p_user RETURNING * INTO account;
  ELSE
    SELECT * INTO account FROM credit_account WHERE user_id = p_user FOR UPDATE;
  END IF;
  -- Nothing was held now: the id is known, or the account may not spend so much.
  SELECT * INTO earlier FROM credit_hold WHERE id = p_hold;
  IF FOUND THEN
    IF (earlier.user_id, earlier.amount, earlier.price_version) <> (p_user, p_amount, p_price) THEN
      RETURN ROW('mismatch', p_amount, p_price, account.balance, account.held)::credit_answer;
    END IF;
    RETURN ROW(earlier.state, earlier.amount, earlier.price_version, account.balance, account.held)::credit_answer;
  END IF;
  RETURN ROW(CASE WHEN account.paused_at IS NULL THEN 'insufficient' ELSE 'paused' END,
    p_amount, p_price, account.balance, account.held)::credit_answer;
END $$;

-- settled (also when repeated; `amount` is what was taken) · released · unknown
CREATE FUNCTION settle_credits(p_user uuid, p_hold text, p_amount bigint, p_ref text)
RETURNS credit_answer LANGUAGE plpgsql AS $$
DECLARE
  account credit_account;
  own credit_hold;
BEGIN
  SELECT * INTO account FROM credit_account WHERE user_id = p_user FOR UPDATE;
  UPDATE credit_hold SET state = 'settled', settled_amount = least(p_amount, amount), closed_at = now()
    WHERE id = p_hold AND user_id = p_user AND state = 'open' RETURNING * INTO own;
  IF NOT FOUND THEN
    RETURN closed_hold(account, p_hold);
  END IF;
  INSERT INTO credit_entry (user_id, kind, ref, amount, balance_after, price_version)
    VALUES (p_user, 'spend', p_ref, -own.settled_amount, account.balance - own.settled_amount, own.price_version);
  UPDATE credit_account SET balance = balance - own.settled_amount, held = held - own.amount
    WHERE user_id = p_user RETURNING * INTO account;
  RETURN ROW('settled', own.settled_amount, own.price_version, account.balance, account.held)::credit_answer;
END $$;

-- released (also when repeated) · settled · unknown. When only an expired hold is to go: expired (released now), else
-- the state it is in.
CREATE FUNCTION release_credits(p_user uuid, p_hold text, p_only_expired boolean)
RETURNS credit_answer LANGUAGE plpgsql AS $$
DECLARE
  account credit_account;
  own credit_hold;
BEGIN
  SELECT * INTO account FROM credit_account WHERE user_id = p_user FOR UPDATE;
  UPDATE credit_hold SET state = 'released', closed_at = now()
    WHERE id = p_hold AND user_id = p_user AND state = 'open' AND (expires_at <= now() OR NOT p_only_expired)
    RETURNING * INTO own;
  IF NOT FOUND THEN
    RETURN closed_hold(account, p_hold);
  END IF;
  UPDATE credit_account SET held = held - own.amount WHERE user_id = p_user RETURNING * INTO account;
  RETURN ROW(CASE WHEN p_only_expired THEN 'expired' ELSE 'released' END, 0,
    own.price_version, account.balance, account.held)::credit_answer;
END $$;

-- How a hold stands that is not to be closed now: in its state, or unknown to the account.
CREATE FUNCTION closed_hold(account credit_account, p_hold text)
RETURNS credit_answer LANGUAGE plpgsql AS $$
DECLARE
  own credit_hold;
BEGIN
  SELECT * INTO own FROM credit_hold WHERE id = p_hold AND user_id = account.user_id;
  RETURN ROW(coalesce(own.state, 'unknown'), coalesce(own.settled_amount, 0),
    own.price_version, account.balance, account.held)::credit_answer;
END $$;

-- posted (now) · repeated (the same entry stands already) · mismatch · insufficient
CREATE FUNCTION post_credits(
  p_user uuid, p_kind text, p_ref text, p_amount bigint, p_reason text, p_actor text
) RETURNS credit_answer LANGUAGE plpgsql AS $$
DECLARE
  account credit_account;
  earlier credit_entry;
BEGIN
  INSERT INTO credit_account (user_id) VALUES (p_user) ON CONFLICT DO NOTHING;
  SELECT * INTO account FROM credit_account WHERE user_id = p_user FOR UPDATE;
  SELECT * INTO earlier FROM credit_entry WHERE kind = p_kind AND ref = p_ref;
  IF FOUND THEN
    RETURN ROW(
      CASE WHEN (earlier.user_id, earlier.amount) = (p_user, p_amount) THEN 'repeated' ELSE 'mismatch' END,
      earlier.amount, NULL, account.balance, account.held)::credit_answer;
  END IF;
  IF account.balance - account.held + p_amount < 0 THEN
    RETURN ROW('insufficient', p_amount, NULL, account.balance, account.held)::credit_answer;
  END IF;
  INSERT INTO credit_entry (user_id, kind, ref, amount, balance_after, reason, actor)
    VALUES (p_user, p_kind, p_ref, p_amount, account.balance + p_amount, p_reason, p_actor)
    ON CONFLICT ON CONSTRAINT credit_entry_once DO NOTHING;
  IF NOT FOUND THEN
    RETURN ROW('mismatch', p_amount, NULL, account.balance, account.held)::credit_answer;
  END IF;
  UPDATE credit_account SET balance = balance + p_amount WHERE user_id = p_user;
  RETURN ROW('posted', p_amount, NULL, account.balance + p_amount, account.held)::credit_answer;
END $$;
