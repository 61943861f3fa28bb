-- show panel_value_usd
-- rows year
-- cut country KEN, brand 'Brand A'|'Brand C', channel modern
-- time 2022..2025

WITH s1 AS (
  SELECT *
  FROM (VALUES ('Brand A'), ('Brand C')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN 12 * k.k1 >= 24264 AND (12 * k.k1 + 11) <= 24311 THEN (
      SELECT sum(d.value_usd)::DOUBLE
      FROM yearly d
      WHERE d.year BETWEEN k.k1 AND k.k1 AND d.country = 'KEN' AND d.brand IN (
        SELECT id
        FROM s1
      ) AND d.channel = 'modern'
    ) END AS v1
    FROM (
      SELECT *
      FROM (
        SELECT p AS k1, p AS o1
        FROM (
          SELECT unnest(range(2022, 2026)) AS p
        )
      ) r1
    ) k
  ) k
)
SELECT k1, c1, y1, state
FROM cells
ORDER BY state DESC, o1
