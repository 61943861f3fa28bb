-- show panel_value_usd
-- rows half
-- cut country GHA, segment rice
-- time ytd to 2025-06

WITH cells AS (
  SELECT k.k1, k.o1, k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN 6 * k.k1 >= 24264 AND (6 * k.k1 + 5) <= 24311 THEN (
      SELECT sum(d.value_usd)::DOUBLE
      FROM totals d
      WHERE d.month BETWEEN make_date(((6 * k.k1 // 12))::INTEGER, (6 * k.k1 % 12 + 1)::INTEGER, 1) AND make_date((((6 * k.k1 + 5) // 12))::INTEGER, ((6 * k.k1 + 5) % 12 + 1)::INTEGER, 1) AND d.country = 'GHA' AND d.segment = 'rice'
    ) END AS v1
    FROM (
      SELECT *
      FROM (
        SELECT p AS k1, p AS o1
        FROM (
          SELECT unnest(range(4050, 4051)) AS p
        )
      ) r1
    ) k
  ) k
)
SELECT k1, c1, y1, state
FROM cells
ORDER BY state DESC, o1
