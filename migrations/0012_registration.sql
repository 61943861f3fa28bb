-- Somebody else registered the address too before it was proved: the password chosen first is nobody's proof.
ALTER TABLE users ADD COLUMN is_contested boolean NOT NULL DEFAULT false;

-- Who was given starter credits and deleted the account since, as keyed hashes that name nobody: of the address, and of
-- each connected provider's own id.
CREATE TABLE starter_marks (
  mark bytea PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);
