-- A hold that finds too little looks again under the account's lock. Credits that came in between its two looks counted for
-- the figures it answered, but not for the hold: it refused 6 credits with the words that 8 were free.
CREATE OR REPLACE FUNCTION hold_credits(p_user uuid, p_hold text, p_amount bigint, p_price integer, p_life interval)
RETURNS credit_answer LANGUAGE plpgsql AS $$
DECLARE
  account credit_account;
  earlier credit_hold;
BEGIN
  LOOP
    UPDATE credit_account SET held = held + p_amount
      WHERE user_id = p_user AND balance - held >= p_amount AND paused_at IS NULL
      RETURNING * INTO account;
    IF FOUND THEN
      INSERT INTO credit_hold (id, user_id, amount, price_version, expires_at)
        VALUES (p_hold, p_user, p_amount, p_price, now() + p_life) ON CONFLICT (id) DO NOTHING;
      IF FOUND THEN
        RETURN ROW('open', p_amount, p_price, account.balance, account.held)::credit_answer;
      END IF;
      UPDATE credit_account SET held = held - p_amount WHERE user_id = p_user RETURNING * INTO account;
      EXIT;
    END IF;
    SELECT * INTO account FROM credit_account WHERE user_id = p_user FOR UPDATE;
    EXIT WHEN (account.balance - account.held >= p_amount AND account.paused_at IS NULL) IS NOT TRUE;
  END LOOP;
  -- Nothing was held now: the id is known, or the account may not spend so much.
  SELECT * INTO earlier FROM credit_hold WHERE id = p_hold;
  IF FOUND THEN
    IF (earlier.user_id, earlier.amount, earlier.price_version) <> (p_user, p_amount, p_price) THEN
      RETURN ROW('mismatch', p_amount, p_price, account.balance, account.held)::credit_answer;
    END IF;
    RETURN ROW(earlier.state, earlier.amount, earlier.price_version, account.balance, account.held)::credit_answer;
  END IF;
  RETURN ROW(CASE WHEN account.paused_at IS NULL THEN 'insufficient' ELSE 'paused' END,
    p_amount, p_price, account.balance, account.held)::credit_answer;
END $$;
