-- Words that questions were not understood by, things asked for without figures, and meanings left open: counted by day, so that
-- an operator sees what people miss. Nothing says who asked.
CREATE TABLE open_point (
  day date NOT NULL,
  why text NOT NULL,
  lang text NOT NULL,
  words text NOT NULL,
  times integer NOT NULL CHECK (times > 0),
  PRIMARY KEY (day, why, lang, words)
);
