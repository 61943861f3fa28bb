-- show abs(gdp_growth - inflation_cpi), ln(population * 2), exp(gdp_growth / 100 + 1)
-- rows country KEN|NGA
-- time 2023

WITH s1 AS (
  SELECT *
  FROM (VALUES ('KEN'), ('NGA')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v4 AS c1, k.v7 AS c2, k.v9 AS c3, NULL AS y1, NULL AS y2, NULL AS y3, NULL AS by_value, CASE WHEN coalesce(k.v4, k.v7, k.v9) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, abs(k.v3) AS v4, CASE WHEN k.v6 > 0 THEN ln(k.v6) END AS v7, CASE WHEN k.v8 <= 700 THEN exp(k.v8) END AS v9
    FROM (
      SELECT k.*, (k.v1 - k.v2) AS v3, (k.v5 * 2) AS v6, ((k.v1 / nullif(100, 0)) + 1) AS v8
      FROM (
        SELECT k.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gdp_growth' AND d.year = 2023 AND d.iso3 = k.k1
        ) AS v1, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'inflation_cpi' AND d.year = 2023 AND d.iso3 = k.k1
        ) AS v2, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'population' AND d.year = 2023 AND d.iso3 = k.k1
        ) AS v5
        FROM (
          SELECT *
          FROM (
            SELECT *
            FROM (VALUES ('KEN', 0), ('NGA', 1)) t(k1, o1)
          ) r1
        ) k
      ) k
    ) k
  ) k
)
SELECT k1, c1, c2, c3, y1, y2, y3, state
FROM cells
ORDER BY state DESC, o1
