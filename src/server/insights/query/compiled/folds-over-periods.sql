-- show fold(gdp_growth, over year 2019..2024, chain), fold(population, over year last 5 year to 2024, first), fold(population, over year since 2020, last), fold(panel_value_usd @ (segment beer), over month ytd to 2025-06, max)
-- rows country GHA|KEN
-- time 2024

WITH s1 AS (
  SELECT *
  FROM (VALUES ('GHA'), ('KEN')) t(id)
),
cells AS (
  SELECT k.k1, k.o1, k.v1 AS c1, k.v2 AS c2, k.v3 AS c3, k.v4 AS c4, NULL AS y1, NULL AS y2, NULL AS y3, NULL AS y4, NULL AS by_value, CASE WHEN coalesce(k.v1, k.v2, k.v3, k.v4) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, (
      SELECT CASE WHEN count(p2.v1) = greatest(6, 1) THEN 100 * (product(1 + p2.v1 / 100) - 1) END
      FROM (
        SELECT p2.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'gdp_growth' AND d.year = p2.p AND d.iso3 = k.k1
        ) AS v1
        FROM (
          SELECT unnest(range(2019, 2025)) AS p
        ) p2
      ) p2
    ) AS v1, (
      SELECT CASE WHEN count(p3.v1) = greatest(5, 1) THEN arg_min(p3.v1, p3.p) END
      FROM (
        SELECT p3.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'population' AND d.year = p3.p AND d.iso3 = k.k1
        ) AS v1
        FROM (
          SELECT unnest(range(2020, 2025)) AS p
        ) p3
      ) p3
    ) AS v2, (
      SELECT CASE WHEN count(p4.v1) = greatest(5, 1) THEN arg_max(p4.v1, p4.p) END
      FROM (
        SELECT p4.*, (
          SELECT max(d.value)
          FROM figures d
          WHERE d.indicator = 'population' AND d.year = p4.p AND d.iso3 = k.k1
        ) AS v1
        FROM (
          SELECT unnest(range(2020, 2025)) AS p
        ) p4
      ) p4
    ) AS v3, (
      SELECT CASE WHEN count(p5.v1) = greatest(6, 1) THEN max(p5.v1) END
      FROM (
        SELECT p5.*, CASE WHEN p5.p >= 24264 AND p5.p <= 24311 THEN (
          SELECT sum(d.value_usd)::DOUBLE
          FROM totals d
          WHERE d.month BETWEEN make_date(((p5.p // 12))::INTEGER, (p5.p % 12 + 1)::INTEGER, 1) AND make_date(((p5.p // 12))::INTEGER, (p5.p % 12 + 1)::INTEGER, 1) AND d.country = k.k1 AND d.segment = 'beer'
        ) END AS v1
        FROM (
          SELECT unnest(range(24300, 24306)) AS p
        ) p5
      ) p5
    ) AS v4
    FROM (
      SELECT *
      FROM (
        SELECT *
        FROM (VALUES ('GHA', 0), ('KEN', 1)) t(k1, o1)
      ) r1
    ) k
  ) k
)
SELECT k1, c1, c2, c3, c4, y1, y2, y3, y4, state
FROM cells
ORDER BY state DESC, o1
