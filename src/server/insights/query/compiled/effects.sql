-- show effect(panel_volume; panel_price_lcu, from shift -1 year, pick 1), effect(panel_volume; panel_price_lcu, from shift -1 year, pick 2)
-- cut country KEN, segment beer
-- time 2024

WITH cells AS (
  SELECT k.v9 AS c1, k.v10 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v9, k.v10) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN k.v1 > 0 AND k.v3 > 0 AND k.v4 > 0 AND k.v6 > 0 THEN (CASE WHEN k.v7 = k.v8 THEN k.v7 ELSE (k.v7 - k.v8) / ln(k.v7 / k.v8) END) * ln(k.v1 / k.v4) END AS v9, CASE WHEN k.v1 > 0 AND k.v3 > 0 AND k.v4 > 0 AND k.v6 > 0 THEN (CASE WHEN k.v7 = k.v8 THEN k.v7 ELSE (k.v7 - k.v8) / ln(k.v7 / k.v8) END) * ln(k.v3 / k.v6) END AS v10
    FROM (
      SELECT k.*, (k.v1 * k.v3) AS v7, (k.v4 * k.v6) AS v8
      FROM (
        SELECT k.*, (k.v2 / nullif(k.v1, 0)) AS v3, (k.v5 / nullif(k.v4, 0)) AS v6
        FROM (
          SELECT k.*, (
            SELECT sum(d.volume)::DOUBLE
            FROM totals d
            WHERE d.year BETWEEN 2024 AND 2024 AND d.country = 'KEN' AND d.segment = 'beer'
          ) AS v1, (
            SELECT sum(d.value_lcu)::DOUBLE
            FROM totals d
            WHERE d.year BETWEEN 2024 AND 2024 AND d.country = 'KEN' AND d.segment = 'beer'
          ) AS v2, (
            SELECT sum(d.volume)::DOUBLE
            FROM totals d
            WHERE d.year BETWEEN 2023 AND 2023 AND d.country = 'KEN' AND d.segment = 'beer'
          ) AS v4, (
            SELECT sum(d.value_lcu)::DOUBLE
            FROM totals d
            WHERE d.year BETWEEN 2023 AND 2023 AND d.country = 'KEN' AND d.segment = 'beer'
          ) AS v5
          FROM (
            SELECT 1 AS one
          ) k
        ) k
      ) k
    ) k
  ) k
)
SELECT c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, state
