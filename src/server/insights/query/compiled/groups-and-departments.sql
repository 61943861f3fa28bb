-- show panel_value_usd
-- rows groups east|west, departments drinks|food
-- time 2024
-- total

WITH g1 AS (
  SELECT *
  FROM (VALUES ('east', 'ERI'), ('east', 'KEN'), ('east', 'ZWE'), ('west', 'BEN'), ('west', 'CIV'), ('west', 'GHA'), ('west', 'NGA')) t(g, id)
),
s2 AS (
  SELECT *
  FROM (VALUES ('ERI'), ('KEN'), ('ZWE'), ('BEN'), ('CIV'), ('GHA'), ('NGA')) t(id)
),
g3 AS (
  SELECT *
  FROM (VALUES ('drinks', 'beer'), ('drinks', 'juice'), ('drinks', 'water'), ('food', 'maize'), ('food', 'oil'), ('food', 'rice')) t(g, id)
),
s4 AS (
  SELECT *
  FROM (VALUES ('beer'), ('juice'), ('water'), ('maize'), ('oil'), ('rice')) t(id)
),
cells AS (
  SELECT k.k1, k.k2, k.o1, k.o2, k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT sum(d.value_usd)::DOUBLE
      FROM totals d
      WHERE d.year BETWEEN 2024 AND 2024 AND d.country IN (
        SELECT id
        FROM g1
        WHERE g = k.k1
      ) AND d.segment IN (
        SELECT id
        FROM g3
        WHERE g = k.k2
      )
    ) AS v1
    FROM (
      SELECT *
      FROM (
        SELECT *
        FROM (VALUES ('east', 0), ('west', 1)) t(k1, o1)
      ) r1
      CROSS
      JOIN (
        SELECT *
        FROM (VALUES ('drinks', 0), ('food', 1)) t(k2, o2)
      ) r2
    ) k
  ) k
)
SELECT k1, k2, c1, y1, state
FROM cells
ORDER BY state DESC, o1, o2

WITH g1 AS (
  SELECT *
  FROM (VALUES ('east', 'ERI'), ('east', 'KEN'), ('east', 'ZWE'), ('west', 'BEN'), ('west', 'CIV'), ('west', 'GHA'), ('west', 'NGA')) t(g, id)
),
s2 AS (
  SELECT *
  FROM (VALUES ('ERI'), ('KEN'), ('ZWE'), ('BEN'), ('CIV'), ('GHA'), ('NGA')) t(id)
),
g3 AS (
  SELECT *
  FROM (VALUES ('drinks', 'beer'), ('drinks', 'juice'), ('drinks', 'water'), ('food', 'maize'), ('food', 'oil'), ('food', 'rice')) t(g, id)
),
s4 AS (
  SELECT *
  FROM (VALUES ('beer'), ('juice'), ('water'), ('maize'), ('oil'), ('rice')) t(id)
),
cells AS (
  SELECT k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT sum(d.value_usd)::DOUBLE
      FROM totals d
      WHERE d.year BETWEEN 2024 AND 2024 AND d.country IN (
        SELECT id
        FROM s2
      ) AND d.segment IN (
        SELECT id
        FROM s4
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
