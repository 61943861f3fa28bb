-- show panel_value_usd
-- cut country (top 2 high of in africa by population), segment (top 1 low of in drinks by panel_value_usd skip 1)
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
s3 AS (
  SELECT m2.id
  FROM (
    SELECT m2.*, (
      SELECT max(d.value)
      FROM figures d
      WHERE d.indicator = 'population' AND d.year = 2024 AND d.iso3 = m2.id
    ) AS v1
    FROM (
      SELECT id
      FROM s1
    ) m2
  ) m2
  WHERE m2.v1 IS NOT NULL
  ORDER BY m2.v1 DESC, m2.id
  LIMIT 2 OFFSET 0
),
s4 AS (
  SELECT *
  FROM (VALUES ('beer'), ('juice'), ('water')) t(id)
),
s6 AS (
  SELECT m5.id
  FROM (
    SELECT m5.*, (
      SELECT sum(d.value_usd)::DOUBLE
      FROM totals d
      WHERE d.year BETWEEN 2024 AND 2024 AND d.country IN (
        SELECT id
        FROM s3
      ) AND d.segment = m5.id
    ) AS v1
    FROM (
      SELECT id
      FROM s4
    ) m5
  ) m5
  WHERE m5.v1 IS NOT NULL
  ORDER BY m5.v1 ASC, m5.id
  LIMIT 1 OFFSET 1
),
cells AS (
  SELECT k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT sum(d.value_usd)::DOUBLE
      FROM totals d
      WHERE d.year BETWEEN 2024 AND 2024 AND d.country IN (
        SELECT id
        FROM s3
      ) AND d.segment IN (
        SELECT id
        FROM s6
      )
    ) AS v1
    FROM (
      SELECT 1 AS one
    ) k
  ) k
)
SELECT c1, y1, state
FROM cells
ORDER BY state DESC, state
