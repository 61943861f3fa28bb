-- show fold(population, over country in west, sum), fold(gdp_growth, over country in west, mean), fold(gdp_growth, over country in west, median), fold(gdp_growth, over country in west, sd), fold(gini, over country in west, count), fold(gdp_growth, over country in west, weighted by population), fold(gini, over country in west, min), fold(gini, over country in west, max)
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('BEN'), ('CIV'), ('GHA'), ('NGA')) t(id)
),
cells AS (
  SELECT k.v1 AS c1, k.v2 AS c2, k.v3 AS c3, k.v4 AS c4, k.v5 AS c5, k.v6 AS c6, k.v7 AS c7, k.v8 AS c8, NULL AS y1, NULL AS y2, NULL AS y3, NULL AS y4, NULL AS y5, NULL AS y6, NULL AS y7, NULL AS y8, NULL AS by_value, CASE WHEN coalesce(k.v1, k.v2, k.v3, k.v4, k.v5, k.v6, k.v7, k.v8) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT sum(m2.v1)
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
    ) AS v1, (
      SELECT avg(m3.v1)
      FROM (
        SELECT m3.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gdp_growth' AND d.year = 2024 AND d.iso3 = m3.id
        ) AS v1
        FROM (
          SELECT id
          FROM s1
        ) m3
      ) m3
    ) AS v2, (
      SELECT median(m4.v1)
      FROM (
        SELECT m4.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gdp_growth' AND d.year = 2024 AND d.iso3 = m4.id
        ) AS v1
        FROM (
          SELECT id
          FROM s1
        ) m4
      ) m4
    ) AS v3, (
      SELECT stddev_samp(m5.v1)
      FROM (
        SELECT m5.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gdp_growth' AND d.year = 2024 AND d.iso3 = m5.id
        ) AS v1
        FROM (
          SELECT id
          FROM s1
        ) m5
      ) m5
    ) AS v4, (
      SELECT count(m6.v1)
      FROM (
        SELECT m6.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gini' AND d.year = 2024 AND d.iso3 = m6.id
        ) AS v1
        FROM (
          SELECT id
          FROM s1
        ) m6
      ) m6
    ) AS v5, (
      SELECT sum(m7.v1 * m7.v2) FILTER (m7.v1 IS NOT NULL AND m7.v2 IS NOT NULL) / nullif(sum(m7.v2) FILTER (m7.v1 IS NOT NULL AND m7.v2 IS NOT NULL), 0)
      FROM (
        SELECT m7.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gdp_growth' AND d.year = 2024 AND d.iso3 = m7.id
        ) AS v1, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'population' AND d.year = 2024 AND d.iso3 = m7.id
        ) AS v2
        FROM (
          SELECT id
          FROM s1
        ) m7
      ) m7
    ) AS v6, (
      SELECT min(m8.v1)
      FROM (
        SELECT m8.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gini' AND d.year = 2024 AND d.iso3 = m8.id
        ) AS v1
        FROM (
          SELECT id
          FROM s1
        ) m8
      ) m8
    ) AS v7, (
      SELECT max(m9.v1)
      FROM (
        SELECT m9.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gini' AND d.year = 2024 AND d.iso3 = m9.id
        ) AS v1
        FROM (
          SELECT id
          FROM s1
        ) m9
      ) m9
    ) AS v8
    FROM (
      SELECT 1 AS one
    ) k
  ) k
)
SELECT c1, c2, c3, c4, c5, c6, c7, c8, y1, y2, y3, y4, y5, y6, y7, y8, state
FROM cells
ORDER BY state DESC, state
