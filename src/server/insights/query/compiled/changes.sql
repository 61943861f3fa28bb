-- show change(population, from 2020, percent), change(gdp_growth, from shift -1 year, points), change(life_expectancy, from 2020, difference), change(gdp_usd, from 2020, times), change(population, from 2020, cagr)
-- rows country in east
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('ERI'), ('KEN'), ('ZWE')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v3 AS c1, k.v6 AS c2, k.v9 AS c3, k.v12 AS c4, k.v13 AS c5, NULL AS y1, NULL AS y2, NULL AS y3, NULL AS y4, NULL AS y5, NULL AS by_value, CASE WHEN coalesce(k.v3, k.v6, k.v9, k.v12, k.v13) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN k.v2 > 0 AND k.v1 > 0 THEN 100 * (k.v1 / k.v2 - 1) END AS v3, (k.v4 - k.v5) AS v6, (k.v7 - k.v8) AS v9, CASE WHEN k.v11 > 0 AND k.v10 > 0 THEN k.v10 / k.v11 END AS v12, CASE WHEN k.v2 > 0 AND k.v1 > 0 AND 48 > 0 THEN 100 * (power(k.v1 / k.v2, 12.0 / 48) - 1) END AS v13
    FROM (
      SELECT k.*, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'population' AND d.year = 2024 AND d.iso3 = k.k1
      ) AS v1, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'population' AND d.year = 2020 AND d.iso3 = k.k1
      ) AS v2, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'gdp_growth' AND d.year = 2024 AND d.iso3 = k.k1
      ) AS v4, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'gdp_growth' AND d.year = 2023 AND d.iso3 = k.k1
      ) AS v5, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'life_expectancy' AND d.year = 2024 AND d.iso3 = k.k1
      ) AS v7, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'life_expectancy' AND d.year = 2020 AND d.iso3 = k.k1
      ) AS v8, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'gdp_usd' AND d.year = 2024 AND d.iso3 = k.k1
      ) AS v10, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'gdp_usd' AND d.year = 2020 AND d.iso3 = k.k1
      ) AS v11
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
)
SELECT k1, c1, c2, c3, c4, c5, y1, y2, y3, y4, y5, state
FROM cells
ORDER BY state DESC, o1
