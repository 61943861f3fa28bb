-- show panel_value_usd, panel_volume
-- rows segment beer|juice, quarter
-- cut country in coast except BEN
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('NGA')) t(id)
),
s2 AS ((
  SELECT id
  FROM s1
) EXCEPT (
  SELECT 'BEN' AS id
)),
s3 AS (
  SELECT *
  FROM (VALUES ('beer'), ('juice')) t(id)
),
cells AS (
  SELECT k.k1, k.k2, k.o1, k.o2, k.v1 AS c1, k.v2 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v1, k.v2) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN 3 * k.k2 >= 24264 AND (3 * k.k2 + 2) <= 24311 THEN (
      SELECT sum(d.value_usd)::DOUBLE
      FROM totals d
      WHERE d.month BETWEEN make_date(((3 * k.k2 // 12))::INTEGER, (3 * k.k2 % 12 + 1)::INTEGER, 1) AND make_date((((3 * k.k2 + 2) // 12))::INTEGER, ((3 * k.k2 + 2) % 12 + 1)::INTEGER, 1) AND d.country IN (
        SELECT id
        FROM s2
      ) AND d.segment = k.k1
    ) END AS v1, CASE WHEN 3 * k.k2 >= 24264 AND (3 * k.k2 + 2) <= 24311 THEN (
      SELECT sum(d.volume)::DOUBLE
      FROM totals d
      WHERE d.month BETWEEN make_date(((3 * k.k2 // 12))::INTEGER, (3 * k.k2 % 12 + 1)::INTEGER, 1) AND make_date((((3 * k.k2 + 2) // 12))::INTEGER, ((3 * k.k2 + 2) % 12 + 1)::INTEGER, 1) AND d.country IN (
        SELECT id
        FROM s2
      ) AND d.segment = k.k1
    ) END AS v2
    FROM (
      SELECT *
      FROM (
        SELECT *
        FROM (VALUES ('beer', 0), ('juice', 1)) t(k1, o1)
      ) r1
      CROSS
      JOIN (
        SELECT p AS k2, p AS o2
        FROM (
          SELECT unnest(range(8096, 8100)) AS p
        )
      ) r2
    ) k
  ) k
)
SELECT k1, k2, c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, o1, o2
