-- show when(inflation_cpi > 10, over year 2015..2025, first), when(inflation_cpi > 10 and gdp_growth < 0, over year 2015..2025, last), when(not known(gini), over year 2015..2025, count)
-- rows country in africa
-- time 2025

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v1 AS c1, k.v2 AS c2, k.v3 AS c3, NULL AS y1, NULL AS y2, NULL AS y3, NULL AS by_value, CASE WHEN coalesce(k.v1, k.v2, k.v3) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT min(p2.p) FILTER (p2.v2)
      FROM (
        SELECT p2.*, (p2.v1 > 10) AS v2
        FROM (
          SELECT p2.*, (
            SELECT max(d.value)
            FROM figures d
            WHERE d.indicator = 'inflation_cpi' AND d.year = p2.p AND d.iso3 = k.k1
          ) AS v1
          FROM (
            SELECT unnest(range(2015, 2026)) AS p
          ) p2
        ) p2
      ) p2
    ) AS v1, (
      SELECT max(p3.p) FILTER (p3.v3)
      FROM (
        SELECT p3.*, ((p3.v1 > 10) AND (p3.v2 < 0)) AS v3
        FROM (
          SELECT p3.*, (
            SELECT max(d.value)
            FROM figures d
            WHERE d.indicator = 'inflation_cpi' AND d.year = p3.p AND d.iso3 = k.k1
          ) AS v1, (
            SELECT max(d.value)
            FROM figures d
            WHERE d.indicator = 'gdp_growth' AND d.year = p3.p AND d.iso3 = k.k1
          ) AS v2
          FROM (
            SELECT unnest(range(2015, 2026)) AS p
          ) p3
        ) p3
      ) p3
    ) AS v2, (
      SELECT count(*) FILTER (p4.v2)
      FROM (
        SELECT p4.*, (NOT (p4.v1 IS NOT NULL)) AS v2
        FROM (
          SELECT p4.*, (
            SELECT max(d.value)
            FROM figures d
            WHERE d.indicator = 'gini' AND d.year = p4.p AND d.iso3 = k.k1
          ) AS v1
          FROM (
            SELECT unnest(range(2015, 2026)) AS p
          ) p4
        ) p4
      ) p4
    ) AS v3
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
SELECT k1, c1, c2, c3, y1, y2, y3, state
FROM cells
ORDER BY state DESC, o1
