-- Links under which one answer can be read without signing in. A link is dead once its row is gone.
CREATE TABLE answer_share (
  -- 256 random bits. Kept as it is, since its owner is to see it again: who reads this table reads the answers too.
  code text PRIMARY KEY CHECK (code ~ '^[A-Za-z0-9_-]{43}$'),
  -- One link an answer: sharing twice gives the same.
  turn_id uuid NOT NULL UNIQUE REFERENCES turn (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX answer_share_by_user ON answer_share (user_id, created_at DESC);

-- A deleted conversation waits for an undo, then it goes.
CREATE INDEX conversation_deleted ON conversation (deleted_at) WHERE deleted_at IS NOT NULL;
