-- show rank(gdp_growth, among country in africa, high), rank(inflation_cpi, among country in west, low)
-- cut country GHA
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
s3 AS (
  SELECT *
  FROM (VALUES ('BEN'), ('CIV'), ('GHA'), ('NGA')) t(id)
),
cells AS (
  SELECT k.v2 AS c1, k.v4 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v2, k.v4) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN k.v1 IS NOT NULL THEN 1 + (
      SELECT count(*)
      FROM (
        SELECT m2.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gdp_growth' AND d.year = 2024 AND d.iso3 = m2.id
        ) AS v1
        FROM (
          SELECT id
          FROM s1
        ) m2
      ) m2
      WHERE m2.v1 > k.v1 AND m2.id <> 'GHA'
    ) END AS v2, CASE WHEN k.v3 IS NOT NULL THEN 1 + (
      SELECT count(*)
      FROM (
        SELECT m4.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'inflation_cpi' AND d.year = 2024 AND d.iso3 = m4.id
        ) AS v1
        FROM (
          SELECT id
          FROM s3
        ) m4
      ) m4
      WHERE m4.v1 < k.v3 AND m4.id <> 'GHA'
    ) END AS v4
    FROM (
      SELECT k.*, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'gdp_growth' AND d.year = 2024 AND d.iso3 = 'GHA'
      ) AS v1, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'inflation_cpi' AND d.year = 2024 AND d.iso3 = 'GHA'
      ) AS v3
      FROM (
        SELECT 1 AS one
      ) k
    ) k
  ) k
)
SELECT c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, state
