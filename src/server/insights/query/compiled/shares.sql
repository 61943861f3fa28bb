-- show share(panel_value_usd, brand all, channel all), share(panel_volume, country in africa)
-- rows brand in named
-- cut country KEN, segment beer
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('Brand A'), ('Brand B'), ('Brand C')) t(id)
),
s2 AS (
  SELECT *
  FROM (VALUES ('All others'), ('Brand A'), ('Brand B'), ('Brand C')) t(id)
),
s3 AS (
  SELECT *
  FROM (VALUES ('modern'), ('online'), ('traditional')) t(id)
),
s4 AS (
  SELECT *
  FROM (VALUES ('AGO'), ('BEN'), ('CIV'), ('GHA'), ('KEN'), ('NGA'), ('ZWE')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v3 AS c1, k.v6 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v3, k.v6) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (100 * (k.v1 / nullif(k.v2, 0))) AS v3, (100 * (k.v4 / nullif(k.v5, 0))) AS v6
    FROM (
      SELECT k.*, (
        SELECT sum(d.value_usd)::DOUBLE
        FROM yearly d
        WHERE d.year BETWEEN 2024 AND 2024 AND d.country = 'KEN' AND d.segment = 'beer' AND d.brand = k.k1
      ) AS v1, (
        SELECT sum(d.value_usd)::DOUBLE
        FROM yearly d
        WHERE d.year BETWEEN 2024 AND 2024 AND d.country = 'KEN' AND d.segment = 'beer' AND d.brand IN (
          SELECT id
          FROM s2
        ) AND d.channel IN (
          SELECT id
          FROM s3
        )
      ) AS v2, (
        SELECT sum(d.volume)::DOUBLE
        FROM yearly d
        WHERE d.year BETWEEN 2024 AND 2024 AND d.country = 'KEN' AND d.segment = 'beer' AND d.brand = k.k1
      ) AS v4, (
        SELECT sum(d.volume)::DOUBLE
        FROM yearly d
        WHERE d.year BETWEEN 2024 AND 2024 AND d.country IN (
          SELECT id
          FROM s4
        ) AND d.segment = 'beer' AND d.brand = k.k1
      ) AS v5
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
SELECT k1, c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, o1
