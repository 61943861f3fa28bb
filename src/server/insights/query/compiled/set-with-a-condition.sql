-- show population
-- rows country (in africa where inflation_cpi <= 8 or gdp_growth >= 2)
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
s3 AS (
  SELECT m2.id
  FROM (
    SELECT m2.*, ((m2.v1 <= 8) OR (m2.v2 >= 2)) AS v3
    FROM (
      SELECT m2.*, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'inflation_cpi' AND d.year = 2024 AND d.iso3 = m2.id
      ) AS v1, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'gdp_growth' AND d.year = 2024 AND d.iso3 = m2.id
      ) AS v2
      FROM (
        SELECT id
        FROM s1
      ) m2
    ) m2
  ) m2
  WHERE m2.v3
),
cells AS (
  SELECT k.k1, k.o1, k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT max(d.value)
      FROM figures d
      WHERE d.indicator = 'population' AND d.year = 2024 AND d.iso3 = k.k1
    ) AS v1
    FROM (
      SELECT *
      FROM (
        SELECT id AS k1, row_number() OVER (ORDER BY id) AS o1
        FROM (
          SELECT id
          FROM s3
        )
      ) r1
    ) k
  ) k
)
SELECT k1, c1, y1, state
FROM cells
ORDER BY state DESC, o1
