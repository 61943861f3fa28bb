-- show concentration(panel_value_usd, brand, hhi), concentration(panel_value_usd, brand, top 2)
-- rows country GHA|KEN
-- cut segment beer
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('GHA'), ('KEN')) t(id)
),
s2 AS (
  SELECT *
  FROM (VALUES ('All others'), ('Brand A'), ('Brand B'), ('Brand C')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v1 AS c1, k.v2 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v1, k.v2) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT sum(q4.s * q4.s)
      FROM (
        SELECT 100 * (m3.v1 / sum(m3.v1) OVER ()) AS s, m3.id = 'All others' AS rest
        FROM (
          SELECT m3.*, (
            SELECT sum(d.value_usd)::DOUBLE
            FROM yearly d
            WHERE d.year BETWEEN 2024 AND 2024 AND d.country = k.k1 AND d.segment = 'beer' AND d.brand = m3.id
          ) AS v1
          FROM (
            SELECT id
            FROM s2
          ) m3
        ) m3
        WHERE m3.v1 > 0
      ) q4
      WHERE NOT q4.rest
    ) AS v1, (
      SELECT sum(q6.s)
      FROM (
        SELECT s
        FROM (
          SELECT 100 * (m5.v1 / sum(m5.v1) OVER ()) AS s, m5.id = 'All others' AS rest
          FROM (
            SELECT m5.*, (
              SELECT sum(d.value_usd)::DOUBLE
              FROM yearly d
              WHERE d.year BETWEEN 2024 AND 2024 AND d.country = k.k1 AND d.segment = 'beer' AND d.brand = m5.id
            ) AS v1
            FROM (
              SELECT id
              FROM s2
            ) m5
          ) m5
          WHERE m5.v1 > 0
        )
        WHERE NOT rest
        ORDER BY s DESC
        LIMIT 2
      ) q6
    ) AS v2
    FROM (
      SELECT *
      FROM (
        SELECT *
        FROM (VALUES ('GHA', 0), ('KEN', 1)) t(k1, o1)
      ) r1
    ) k
  ) k
)
SELECT k1, c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, o1
