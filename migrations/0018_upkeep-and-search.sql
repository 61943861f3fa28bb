-- What people search through, folded once when it is written: letters without their marks and in one case. `foldedText` in
-- the server folds what was typed in the same way.
CREATE FUNCTION folded_text(said text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  -- Plain ASCII, which is most of it, is spared the expensive part.
  SELECT CASE WHEN octet_length(said) = length(said) THEN lower(said)
    ELSE lower(regexp_replace(normalize(said, NFKD), U&'[\0300-\036F]', '', 'g')) END
$$;
ALTER TABLE turn ADD COLUMN folded_question text GENERATED ALWAYS AS (folded_text(question)) STORED;
ALTER TABLE conversation ADD COLUMN folded_title text GENERATED ALWAYS AS (folded_text(title)) STORED;

-- What goes with a user's row is found by it, deleted conversations too.
CREATE INDEX conversation_of_user ON conversation (user_id);

-- How far a job that goes through rows by their time has come.
CREATE TABLE job_mark (
  job text PRIMARY KEY,
  done_until timestamptz NOT NULL
);

-- Events of turns that ended a day ago are removed in the order of the ends.
CREATE INDEX turn_by_end ON turn (ended_at) WHERE ended_at IS NOT NULL;

-- Entries are only ever added, so their times run as their places do, and this index is all but free.
CREATE INDEX credit_entry_by_time ON credit_entry USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);
-- What an account spent lately is read with each balance.
CREATE INDEX credit_entry_spent ON credit_entry (user_id, created_at) INCLUDE (amount) WHERE kind IN ('spend', 'refund');
CREATE INDEX credit_hold_closed ON credit_hold (closed_at) WHERE closed_at IS NOT NULL;

-- Holds that were closed 90 days ago, as their sums. With the holds that are still there they make up what was spent.
CREATE TABLE credit_hold_archive (
  user_id uuid NOT NULL,
  -- The first day of the month, UTC, in which the holds were closed.
  month date NOT NULL,
  settled_count bigint NOT NULL,
  settled_amount bigint NOT NULL,
  released_count bigint NOT NULL,
  PRIMARY KEY (user_id, month)
);
CREATE TRIGGER credit_hold_archive_stays BEFORE DELETE OR TRUNCATE ON credit_hold_archive
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Up to which entry an account's entries were added up, and to what: the next check reads only those after it.
CREATE TABLE credit_checked (
  user_id uuid PRIMARY KEY,
  entry_id bigint NOT NULL,
  amount bigint NOT NULL,
  checked_at timestamptz NOT NULL DEFAULT now()
);

-- Written to find out whether there is room on the disk again; never more than one row, and worth nothing.
CREATE UNLOGGED TABLE disk_probe (data bytea NOT NULL);
