-- show population @ (country KEN, time 2023), population @ (time shift -1 year), panel_value_usd @ (brand 'Brand A')
-- cut country GHA, segment beer
-- time 2024

WITH cells AS (
  SELECT k.v1 AS c1, k.v2 AS c2, k.v3 AS c3, NULL AS y1, NULL AS y2, NULL AS y3, NULL AS by_value, CASE WHEN coalesce(k.v1, k.v2, k.v3) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT max(d.value)
      FROM figures d
      WHERE d.indicator = 'population' AND d.year = 2023 AND d.iso3 = 'KEN'
    ) AS v1, (
      SELECT max(d.value)
      FROM figures d
      WHERE d.indicator = 'population' AND d.year = 2023 AND d.iso3 = 'GHA'
    ) AS v2, (
      SELECT sum(d.value_usd)::DOUBLE
      FROM yearly d
      WHERE d.year BETWEEN 2024 AND 2024 AND d.country = 'GHA' AND d.segment = 'beer' AND d.brand = 'Brand A'
    ) AS v3
    FROM (
      SELECT 1 AS one
    ) k
  ) k
)
SELECT c1, c2, c3, y1, y2, y3, state
FROM cells
ORDER BY state DESC, state
