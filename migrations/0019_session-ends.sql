-- When a session lost its place, and whether a provider's word opened it.

ALTER TABLE sessions
  -- From then on it can be made the active one again for a day. Unset where an earlier version superseded it.
  ADD COLUMN superseded_at timestamptz,
  -- For some minutes such a sign-in proves its owner as the password does: they may have no password.
  ADD COLUMN by_provider boolean NOT NULL DEFAULT false;
