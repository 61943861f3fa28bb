-- show panel_price_usd, panel_value_pc_usd
-- rows country GHA|KEN
-- cut segment beer
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('GHA'), ('KEN')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v3 AS c1, k.v5 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v3, k.v5) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (k.v1 / nullif(k.v2, 0)) AS v3, (k.v1 / nullif(k.v4, 0)) AS v5
    FROM (
      SELECT k.*, (
        SELECT sum(d.value_usd)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN 2024 AND 2024 AND d.country = k.k1 AND d.segment = 'beer'
      ) AS v1, (
        SELECT sum(d.volume)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN 2024 AND 2024 AND d.country = k.k1 AND d.segment = 'beer'
      ) AS v2, (
        SELECT max(d.value)
        FROM figures d
        WHERE d.indicator = 'population' AND d.year = 2024 AND d.iso3 = k.k1
      ) AS v4
      FROM (
        SELECT *
        FROM (
          SELECT *
          FROM (VALUES ('GHA', 0), ('KEN', 1)) t(k1, o1)
        ) r1
      ) k
    ) k
  ) k
)
SELECT k1, c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, o1
