-- show life_expectancy, poverty_300 as "Poverty"
-- rows country in africa
-- time latest within 3
-- order life_expectancy high
-- take 3

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v1['v'] AS c1, k.v2['v'] AS c2, k.v1['y'] AS y1, k.v2['y'] AS y2, k.v1['v'] AS by_value, CASE WHEN k.v1['v'] IS NULL OR coalesce(k.v1['v'], k.v2['v']) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT struct_pack(v := arg_max(y2.v1, y2.y), y := max(y2.y))
      FROM (
        SELECT y2.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'life_expectancy' AND d.year = y2.y AND d.iso3 = k.k1
        ) AS v1
        FROM (
          SELECT unnest(range(2022, 2026)) AS y
        ) y2
      ) y2
      WHERE y2.v1 IS NOT NULL
    ) AS v1, (
      SELECT struct_pack(v := arg_max(y3.v1, y3.y), y := max(y3.y))
      FROM (
        SELECT y3.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'poverty_300' AND d.year = y3.y AND d.iso3 = k.k1
        ) AS v1
        FROM (
          SELECT unnest(range(2022, 2026)) AS y
        ) y3
      ) y3
      WHERE y3.v1 IS NOT NULL
    ) AS v2
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
)
SELECT k1, c1, c2, y1, y2, state
FROM (
  SELECT *
  FROM (
    SELECT *, row_number() OVER (PARTITION BY state ORDER BY CASE WHEN state = 'row' THEN by_value END DESC NULLS LAST, k1) AS n1, rank() OVER (PARTITION BY state ORDER BY by_value DESC) AS r1, row_number() OVER (PARTITION BY state ORDER BY by_value ASC, k1) AS n2, rank() OVER (PARTITION BY state ORDER BY by_value ASC) AS r2
    FROM cells
  )
  WHERE state = 'missing' OR (n1 > 0 AND r1 <= 3)
)
ORDER BY state DESC, CASE WHEN state = 'row' THEN by_value END DESC NULLS LAST, k1
