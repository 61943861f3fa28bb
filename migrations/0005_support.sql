-- Requests for support. The team hears of each by mail; the row is what stays.

CREATE TABLE support_ticket (
  id uuid PRIMARY KEY,
  -- Who was signed in. What the form said of the sender stands below, as sent.
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  first_name text,
  last_name text,
  phone text,
  email text,
  company text,
  last_prompt text,
  last_prompt_response text,
  description text NOT NULL,
  lead_source text,
  -- Over all fields: the same request sent again within minutes is the same ticket.
  content_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX support_ticket_by_user ON support_ticket (user_id, created_at DESC);

-- Where an answer to the mail goes, where that is not its sender.
ALTER TABLE mail_outbox ADD COLUMN reply_to text;
