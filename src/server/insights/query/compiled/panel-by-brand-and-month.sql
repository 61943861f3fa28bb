-- show panel_value_lcu
-- rows brand 'Brand A'|'Brand B', month
-- cut country KEN, segment beer, channel modern|online
-- time last 6 month to 2025-06

WITH s1 AS (
  SELECT *
  FROM (VALUES ('modern'), ('online')) t(id)
),
s2 AS (
  SELECT *
  FROM (VALUES ('Brand A'), ('Brand B')) t(id)
),
cells AS (
  SELECT k.k1, k.k2, k.o1, k.o2, k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN k.k2 >= 24264 AND k.k2 <= 24311 THEN (
      SELECT sum(d.value_lcu)::DOUBLE
      FROM panel d
      WHERE d.month BETWEEN make_date(((k.k2 // 12))::INTEGER, (k.k2 % 12 + 1)::INTEGER, 1) AND make_date(((k.k2 // 12))::INTEGER, (k.k2 % 12 + 1)::INTEGER, 1) AND d.country = 'KEN' AND d.segment = 'beer' AND d.brand = k.k1 AND d.channel IN (
        SELECT id
        FROM s1
      )
    ) END AS v1
    FROM (
      SELECT *
      FROM (
        SELECT *
        FROM (VALUES ('Brand A', 0), ('Brand B', 1)) t(k1, o1)
      ) r1
      CROSS
      JOIN (
        SELECT p AS k2, p AS o2
        FROM (
          SELECT unnest(range(24300, 24306)) AS p
        )
      ) r2
    ) k
  ) k
)
SELECT k1, k2, c1, y1, state
FROM cells
ORDER BY state DESC, o1, o2
