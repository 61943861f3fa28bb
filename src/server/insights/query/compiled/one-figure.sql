-- show gdp_usd
-- cut country KEN
-- time 2024

WITH cells AS (
  SELECT k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT max(d.value)
      FROM figures d
      WHERE d.indicator = 'gdp_usd' AND d.year = 2024 AND d.iso3 = 'KEN'
    ) AS v1
    FROM (
      SELECT 1 AS one
    ) k
  ) k
)
SELECT c1, y1, state
FROM cells
ORDER BY state DESC, state
