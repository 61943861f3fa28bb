-- What an operator does and sets, what support hands on to a CRM, and who was told that credits run low.

-- Written once: who did what, when and to whom. `subject` is an id, a part of a setting or a file, never an address.
CREATE TABLE operator_act (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor text NOT NULL CHECK (actor <> ''),
  -- The command, e.g. 'users disable'.
  act text NOT NULL CHECK (act <> ''),
  subject text NOT NULL,
  reason text,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX operator_act_by_subject ON operator_act (subject, id DESC);
CREATE TRIGGER operator_act_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_act
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What stands on the public screens in place of what ships; the highest version of a part counts.
CREATE TABLE front_setting (
  part text NOT NULL CHECK (part IN ('tagline', 'terms', 'privacy', 'clients', 'fonts')),
  version integer NOT NULL CHECK (version >= 1),
  -- null: what ships, again.
  content jsonb,
  actor text NOT NULL CHECK (actor <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (part, version)
);

ALTER TABLE support_ticket
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_by text,
  ADD COLUMN closing_note text,
  ADD CHECK ((closed_at IS NULL) = (closed_by IS NULL));
CREATE INDEX support_ticket_open ON support_ticket (created_at) WHERE closed_at IS NULL;

-- A ticket on its way to the CRM; none where there is no CRM.
CREATE TABLE support_lead (
  ticket_id uuid PRIMARY KEY REFERENCES support_ticket (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'handed_over', 'given_up')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- Fields that the CRM refused; the next try goes without them.
  left_out text[] NOT NULL DEFAULT '{}',
  -- The CRM's own id of it.
  lead_id text,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX support_lead_due ON support_lead (next_attempt_at) WHERE state = 'waiting';

-- The one access token that all instances use: the CRM gives out ten in ten minutes at most.
CREATE TABLE crm_token (
  -- Which CRM and client it is for.
  name text PRIMARY KEY,
  -- Sealed under the client's secret, which is not in the database.
  token_sealed bytea,
  api_url text,
  expires_at timestamptz,
  -- After a refusal nobody asks for another before this.
  wait_until timestamptz
);

-- One warning for each time that credits run low.
CREATE TABLE credit_warning (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  by_mail boolean NOT NULL DEFAULT true,
  -- The newest entry of the ledger when the user was last told; only credits that came in after it lead to another.
  told_entry bigint,
  told_at timestamptz
);
