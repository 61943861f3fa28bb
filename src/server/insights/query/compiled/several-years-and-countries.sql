-- show population, gdp_usd, gdp_growth, inflation_cpi, life_expectancy
-- cut country in west
-- time 2022..2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('BEN'), ('CIV'), ('GHA'), ('NGA')) t(id)
),
cells AS (
  SELECT k.v1 AS c1, k.v2 AS c2, k.v3 AS c3, k.v4 AS c4, k.v5 AS c5, NULL AS y1, NULL AS y2, NULL AS y3, NULL AS y4, NULL AS y5, NULL AS by_value, CASE WHEN coalesce(k.v1, k.v2, k.v3, k.v4, k.v5) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT CASE WHEN (
        SELECT count(*)
        FROM s1
      ) = 1 THEN max(x.v) WHEN count(x.v) >= 0.6 * (
        SELECT count(*)
        FROM s1
      ) THEN sum(x.v) END
      FROM (
        SELECT d.iso3, CASE WHEN count(*) <> 3 THEN NULL WHEN count(*) = 1 THEN max(d.value) ELSE max(d.value) FILTER (d.year = 2024) END AS v
        FROM figures d
        WHERE d.indicator = 'population' AND d.year BETWEEN 2022 AND 2024 AND d.iso3 IN (
          SELECT id
          FROM s1
        ) GROUP BY d.iso3
      ) x
    ) AS v1, (
      SELECT CASE WHEN (
        SELECT count(*)
        FROM s1
      ) = 1 THEN max(x.v) WHEN count(x.v) >= 0.6 * (
        SELECT count(*)
        FROM s1
      ) THEN sum(x.v) END
      FROM (
        SELECT d.iso3, CASE WHEN count(*) <> 3 THEN NULL WHEN count(*) = 1 THEN max(d.value) ELSE sum(d.value) END AS v
        FROM figures d
        WHERE d.indicator = 'gdp_usd' AND d.year BETWEEN 2022 AND 2024 AND d.iso3 IN (
          SELECT id
          FROM s1
        ) GROUP BY d.iso3
      ) x
    ) AS v2, (
      SELECT CASE WHEN (
        SELECT count(*)
        FROM s1
      ) = 1 THEN max(x.v) WHEN count(*) FILTER (x.v IS NOT NULL AND w.v IS NOT NULL) >= 0.6 * (
        SELECT count(*)
        FROM s1
      ) THEN sum(x.v * w.v) FILTER (x.v IS NOT NULL AND w.v IS NOT NULL) / nullif(sum(w.v) FILTER (x.v IS NOT NULL AND w.v IS NOT NULL), 0) END
      FROM (
        SELECT d.iso3, CASE WHEN count(*) <> 3 THEN NULL WHEN count(*) = 1 THEN max(d.value) ELSE 100 * (product(1 + d.value / 100) - 1) END AS v
        FROM figures d
        WHERE d.indicator = 'gdp_growth' AND d.year BETWEEN 2022 AND 2024 AND d.iso3 IN (
          SELECT id
          FROM s1
        ) GROUP BY d.iso3
      ) x
      LEFT
      JOIN (
        SELECT d.iso3, CASE WHEN count(*) <> 3 THEN NULL WHEN count(*) = 1 THEN max(d.value) ELSE sum(d.value) END AS v
        FROM figures d
        WHERE d.indicator = 'gdp_usd' AND d.year BETWEEN 2022 AND 2024 AND d.iso3 IN (
          SELECT id
          FROM s1
        ) GROUP BY d.iso3
      ) w ON w.iso3 = x.iso3
    ) AS v3, (
      SELECT CASE WHEN (
        SELECT count(*)
        FROM s1
      ) = 1 THEN max(x.v) WHEN count(x.v) >= 0.6 * (
        SELECT count(*)
        FROM s1
      ) THEN median(x.v) END
      FROM (
        SELECT d.iso3, CASE WHEN count(*) <> 3 THEN NULL WHEN count(*) = 1 THEN max(d.value) ELSE 100 * (product(1 + d.value / 100) - 1) END AS v
        FROM figures d
        WHERE d.indicator = 'inflation_cpi' AND d.year BETWEEN 2022 AND 2024 AND d.iso3 IN (
          SELECT id
          FROM s1
        ) GROUP BY d.iso3
      ) x
    ) AS v4, (
      SELECT CASE WHEN (
        SELECT count(*)
        FROM s1
      ) = 1 THEN max(x.v) WHEN count(*) FILTER (x.v IS NOT NULL AND w.v IS NOT NULL) >= 0.6 * (
        SELECT count(*)
        FROM s1
      ) THEN sum(x.v * w.v) FILTER (x.v IS NOT NULL AND w.v IS NOT NULL) / nullif(sum(w.v) FILTER (x.v IS NOT NULL AND w.v IS NOT NULL), 0) END
      FROM (
        SELECT d.iso3, CASE WHEN count(*) <> 3 THEN NULL WHEN count(*) = 1 THEN max(d.value) ELSE avg(d.value) END AS v
        FROM figures d
        WHERE d.indicator = 'life_expectancy' AND d.year BETWEEN 2022 AND 2024 AND d.iso3 IN (
          SELECT id
          FROM s1
        ) GROUP BY d.iso3
      ) x
      LEFT
      JOIN (
        SELECT d.iso3, CASE WHEN count(*) <> 3 THEN NULL WHEN count(*) = 1 THEN max(d.value) ELSE max(d.value) FILTER (d.year = 2024) END AS v
        FROM figures d
        WHERE d.indicator = 'population' AND d.year BETWEEN 2022 AND 2024 AND d.iso3 IN (
          SELECT id
          FROM s1
        ) GROUP BY d.iso3
      ) w ON w.iso3 = x.iso3
    ) AS v5
    FROM (
      SELECT 1 AS one
    ) k
  ) k
)
SELECT c1, c2, c3, c4, c5, y1, y2, y3, y4, y5, state
FROM cells
ORDER BY state DESC, state
