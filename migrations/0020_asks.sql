-- What the next question may lean on where an answer rests on queries: the queries, what they showed, and those behind its
-- suggestions. An answer to a plan has its plan in the column before.
ALTER TABLE turn ADD COLUMN asks json;
