-- show panel_value_usd
-- rows country GHA|KEN, channel all
-- cut segment beer
-- time 2024
-- order panel_value_usd high
-- take 1 per country

WITH s1 AS (
  SELECT *
  FROM (VALUES ('GHA'), ('KEN')) t(id)
),
s2 AS (
  SELECT *
  FROM (VALUES ('modern'), ('online'), ('traditional')) t(id)
),
cells AS (
  SELECT k.k1, k.k2, k.o1, k.o2, k.v1 AS c1, NULL AS y1, k.v1 AS by_value, CASE WHEN k.v1 IS NULL OR coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT sum(d.value_usd)::DOUBLE
      FROM yearly d
      WHERE d.year BETWEEN 2024 AND 2024 AND d.country = k.k1 AND d.segment = 'beer' AND d.channel = k.k2
    ) AS v1
    FROM (
      SELECT *
      FROM (
        SELECT *
        FROM (VALUES ('GHA', 0), ('KEN', 1)) t(k1, o1)
      ) r1
      CROSS
      JOIN (
        SELECT id AS k2, row_number() OVER (ORDER BY id) AS o2
        FROM (
          SELECT id
          FROM s2
        )
      ) r2
    ) k
  ) k
)
SELECT k1, k2, c1, y1, state
FROM (
  SELECT *
  FROM (
    SELECT *, row_number() OVER (PARTITION BY state, k1 ORDER BY CASE WHEN state = 'row' THEN by_value END DESC NULLS LAST, k1, k2) AS n1, rank() OVER (PARTITION BY state, k1 ORDER BY by_value DESC) AS r1, row_number() OVER (PARTITION BY state, k1 ORDER BY by_value ASC, k1, k2) AS n2, rank() OVER (PARTITION BY state, k1 ORDER BY by_value ASC) AS r2
    FROM cells
  )
  WHERE state = 'missing' OR (n1 > 0 AND r1 <= 1)
)
ORDER BY state DESC, CASE WHEN state = 'row' THEN by_value END DESC NULLS LAST, k1, k2
