-- Conversations, their turns (a question with its answer) and what happened in each turn, event by event.

CREATE TABLE conversation (
  session_key text PRIMARY KEY CHECK (session_key ~ '^thread_[A-Za-z0-9_-]{22}$'),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The beginning of the first question: lists read no more than this.
  first_message text NOT NULL CHECK (length(first_message) <= 200),
  title text,
  pinned boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Hidden from here on; the row goes once its running answer has ended.
  deleted_at timestamptz
);
CREATE INDEX conversation_by_user ON conversation (user_id, updated_at DESC) WHERE deleted_at IS NULL;

CREATE TABLE turn (
  -- Made by the client, so that the same send twice is the same turn. Also the id of its hold.
  id uuid PRIMARY KEY,
  session_key text NOT NULL REFERENCES conversation ON DELETE CASCADE,
  user_id uuid NOT NULL,
  -- The order within the conversation.
  place bigint GENERATED ALWAYS AS IDENTITY,
  question text NOT NULL,
  depth text NOT NULL CHECK (depth IN ('quick', 'deep')),
  opens_conversation boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'complete', 'stopped', 'incomplete', 'failed')),
  error_code text,
  -- The process that answers, and when it last said so. Without a sign of life the turn is closed by another.
  lease_owner uuid NOT NULL,
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  stop_requested_at timestamptz,
  -- What the answer cost, in credits.
  credits bigint NOT NULL DEFAULT 0 CHECK (credits >= 0),
  -- Kept to the letter (json, not jsonb): the same plan over the same data is the same bytes.
  document json,
  html text,
  -- What the next question may lean on, apart from the document so that it is read without it.
  plan json,
  entities text[] NOT NULL DEFAULT '{}',
  answer_text text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((state IN ('queued', 'running')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX turn_in_order ON turn (session_key, place);
-- One answer at a time in a conversation, where no race can get round it.
CREATE UNIQUE INDEX turn_one_running ON turn (session_key) WHERE state IN ('queued', 'running');
CREATE INDEX turn_running_by_user ON turn (user_id) WHERE state IN ('queued', 'running');

-- One row holds what one flush brought for one turn: a line per event, its name, a space, its data as JSON. No foreign
-- key: it would lock the turn's row at each flush. The trigger below takes the events along instead.
CREATE TABLE turn_event (
  turn_id uuid NOT NULL,
  first_seq integer NOT NULL CHECK (first_seq >= 1),
  last_seq integer NOT NULL,
  lines text NOT NULL,
  PRIMARY KEY (turn_id, first_seq),
  CHECK (last_seq >= first_seq)
);

CREATE FUNCTION delete_events_of_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM turn_event WHERE turn_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER turn_takes_its_events AFTER DELETE ON turn
  FOR EACH ROW EXECUTE FUNCTION delete_events_of_turn();
