-- show gdp_usd
-- rows country NGA|KEN|NGA, year            zip
-- time 2022..2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('NGA'), ('KEN')) t(id)
),
cells AS (
  SELECT k.k1, k.k2, k.o1, k.o2, k.v1 AS c1, NULL AS y1, NULL AS by_value, CASE WHEN coalesce(k.v1) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT max(d.value)
      FROM figures d
      WHERE d.indicator = 'gdp_usd' AND d.year = k.k2 AND d.iso3 = k.k1
    ) AS v1
    FROM (
      SELECT r1.k1, r1.o1, r2.k2, r2.o2
      FROM (
        SELECT *, row_number() OVER (ORDER BY o1) AS place
        FROM (
          SELECT *
          FROM (VALUES ('NGA', 0), ('KEN', 1), ('NGA', 2)) t(k1, o1)
        )
      ) r1
      JOIN (
        SELECT *, row_number() OVER (ORDER BY o2) AS place
        FROM (
          SELECT p AS k2, p AS o2
          FROM (
            SELECT unnest(range(2022, 2025)) AS p
          )
        )
      ) r2 ON r2.place = r1.place
    ) k
  ) k
)
SELECT k1, k2, c1, y1, state
FROM cells
ORDER BY state DESC, o1, o2
