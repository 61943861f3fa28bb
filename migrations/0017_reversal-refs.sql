-- A reversal's ref is one reversal's, whoever asks: under another user it is a mismatch, as it is for every other entry.

-- posted (`amount` is what was taken; the rest is a debt) · repeated (likewise) · mismatch
CREATE OR REPLACE FUNCTION reverse_credits(p_user uuid, p_ref text, p_amount bigint, p_reason text, p_actor text)
RETURNS credit_answer LANGUAGE plpgsql AS $$
DECLARE
  account credit_account;
  entry credit_entry;
  debt credit_debt;
  taken bigint;
BEGIN
  INSERT INTO credit_account (user_id) VALUES (p_user) ON CONFLICT DO NOTHING;
  SELECT * INTO account FROM credit_account WHERE user_id = p_user FOR UPDATE;
  -- It may leave an entry, a debt or both, so no key of one table holds it alone.
  PERFORM pg_advisory_xact_lock(hashtextextended('reversal ' || p_ref, 0));
  SELECT * INTO entry FROM credit_entry WHERE kind = 'reversal' AND ref = p_ref;
  SELECT * INTO debt FROM credit_debt WHERE ref = p_ref;
  IF entry.ref IS NOT NULL OR debt.ref IS NOT NULL THEN
    RETURN ROW(
      CASE WHEN coalesce(entry.user_id, debt.user_id) = p_user
            AND coalesce(debt.amount, 0) - coalesce(entry.amount, 0) = p_amount THEN 'repeated' ELSE 'mismatch' END,
      -coalesce(entry.amount, 0), NULL, account.balance, account.held)::credit_answer;
  END IF;
  taken := least(account.balance - account.held, p_amount);
  IF taken > 0 THEN
    INSERT INTO credit_entry (user_id, kind, ref, amount, balance_after, reason, actor)
      VALUES (p_user, 'reversal', p_ref, -taken, account.balance - taken, p_reason, p_actor);
  END IF;
  IF taken < p_amount THEN
    INSERT INTO credit_debt (ref, user_id, amount) VALUES (p_ref, p_user, p_amount - taken);
  END IF;
  UPDATE credit_account SET balance = balance - taken,
      paused_at = CASE WHEN taken < p_amount THEN coalesce(paused_at, now()) ELSE paused_at END
    WHERE user_id = p_user RETURNING * INTO account;
  RETURN ROW('posted', taken, NULL, account.balance, account.held)::credit_answer;
END $$;
