-- show population
-- rows country (in africa or ERI) and (all except in south)
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
s2 AS ((
  SELECT id
  FROM s1
) UNION (
  SELECT 'ERI' AS id
)),
s3 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('ERI'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
s4 AS (
  SELECT *
  FROM (VALUES ('AGO')) t(id)
),
s5 AS ((
  SELECT id
  FROM s3
) EXCEPT (
  SELECT id
  FROM s4
)),
s6 AS ((
  SELECT id
  FROM s2
) INTERSECT (
  SELECT id
  FROM s5
)),
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
          FROM s6
        )
      ) r1
    ) k
  ) k
)
SELECT k1, c1, y1, state
FROM cells
ORDER BY state DESC, o1
