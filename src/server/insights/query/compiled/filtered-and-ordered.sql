-- show panel_value_usd, change(panel_value_usd, from shift -1 year, percent)
-- rows country in africa
-- cut segment beer
-- time 2024
-- where panel_value_usd >= 1000 and not (population < 500 or inflation_cpi = 3)
-- order change(panel_value_usd, from shift -1 year, percent) low
-- take 2 skip 1 both
-- total

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v1 AS c1, k.v3 AS c2, NULL AS y1, NULL AS y2, k.v3 AS by_value, CASE WHEN k.v6 IS NULL OR k.v3 IS NULL OR coalesce(k.v1, k.v3) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN k.v2 > 0 AND k.v1 > 0 THEN 100 * (k.v1 / k.v2 - 1) END AS v3, ((k.v1 >= 1000) AND (NOT ((k.v4 < 500) OR (k.v5 = 3)))) AS v6
    FROM (
      SELECT k.*, (
        SELECT sum(d.value_usd)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN 2024 AND 2024 AND d.country = k.k1 AND d.segment = 'beer'
      ) AS v1, (
        SELECT sum(d.value_usd)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN 2023 AND 2023 AND d.country = k.k1 AND d.segment = 'beer'
      ) AS v2, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'population' AND d.year = 2024 AND d.iso3 = k.k1
      ) AS v4, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'inflation_cpi' AND d.year = 2024 AND d.iso3 = k.k1
      ) AS v5
      FROM (
        SELECT *
        FROM (
          SELECT id AS k1, row_number() OVER (ORDER BY id) AS o1
          FROM (
            SELECT id
            FROM s1
          )
        ) r1
      ) k
    ) k
  ) k
  WHERE k.v6 IS NOT FALSE
)
SELECT k1, c1, c2, y1, y2, state
FROM (
  SELECT *
  FROM (
    SELECT *, row_number() OVER (PARTITION BY state ORDER BY CASE WHEN state = 'row' THEN by_value END ASC NULLS LAST, k1) AS n1, rank() OVER (PARTITION BY state ORDER BY by_value ASC) AS r1, row_number() OVER (PARTITION BY state ORDER BY by_value DESC, k1) AS n2, rank() OVER (PARTITION BY state ORDER BY by_value DESC) AS r2
    FROM cells
  )
  WHERE state = 'missing' OR ((n1 > 1 AND r1 <= 3) OR (n2 > 1 AND r2 <= 3))
)
ORDER BY state DESC, CASE WHEN state = 'row' THEN by_value END ASC NULLS LAST, k1

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
cells AS (
  SELECT k.v1 AS c1, k.v3 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v1, k.v3) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN k.v2 > 0 AND k.v1 > 0 THEN 100 * (k.v1 / k.v2 - 1) END AS v3
    FROM (
      SELECT k.*, (
        SELECT sum(d.value_usd)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN 2024 AND 2024 AND d.country IN (
          SELECT id
          FROM s1
        ) AND d.segment = 'beer'
      ) AS v1, (
        SELECT sum(d.value_usd)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN 2023 AND 2023 AND d.country IN (
          SELECT id
          FROM s1
        ) AND d.segment = 'beer'
      ) AS v2
      FROM (
        SELECT 1 AS one
      ) k
    ) k
  ) k
)
SELECT c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, state
