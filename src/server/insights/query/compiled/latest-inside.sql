-- show gdp_usd @ (time latest), gdp_usd
-- cut country KEN
-- time 2024

WITH cells AS (
  SELECT k.v1['v'] AS c1, k.v2 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v1['v'], k.v2) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT struct_pack(v := arg_max(y1.v1, y1.y), y := max(y1.y))
      FROM (
        SELECT y1.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gdp_usd' AND d.year = y1.y AND d.iso3 = 'KEN'
        ) AS v1
        FROM (
          SELECT unnest(range(2022, 2026)) AS y
        ) y1
      ) y1
      WHERE y1.v1 IS NOT NULL
    ) AS v1, (
      SELECT max(d.value)
      FROM figures d
      WHERE d.indicator = 'gdp_usd' AND d.year = 2024 AND d.iso3 = 'KEN'
    ) AS v2
    FROM (
      SELECT 1 AS one
    ) k
  ) k
)
SELECT c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, state
