-- show index(panel_value_usd, base 2022), real(panel_value_lcu, base 2022)
-- rows year
-- cut country GHA, segment beer
-- time 2022..2025

WITH cells AS (
  SELECT k.k1, k.o1, k.v3 AS c1, k.v6 AS c2, NULL AS y1, NULL AS y2, NULL AS by_value, CASE WHEN coalesce(k.v3, k.v6) IS NULL THEN 'missing' ELSE 'row' END AS state
  FROM (
    SELECT k.*, CASE WHEN k.v1 > 0 AND k.v2 > 0 THEN 100 * (k.v1 / k.v2) END AS v3, CASE WHEN k.v5 <> 0 THEN CASE WHEN k.k1 >= 2022 THEN k.v4 / k.v5 ELSE k.v4 * k.v5 END END AS v6
    FROM (
      SELECT k.*, CASE WHEN 12 * k.k1 >= 24264 AND (12 * k.k1 + 11) <= 24311 THEN (
        SELECT sum(d.value_usd)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN k.k1 AND k.k1 AND d.country = 'GHA' AND d.segment = 'beer'
      ) END AS v1, (
        SELECT sum(d.value_usd)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN 2022 AND 2022 AND d.country = 'GHA' AND d.segment = 'beer'
      ) AS v2, CASE WHEN 12 * k.k1 >= 24264 AND (12 * k.k1 + 11) <= 24311 THEN (
        SELECT sum(d.value_lcu)::DOUBLE
        FROM totals d
        WHERE d.year BETWEEN k.k1 AND k.k1 AND d.country = 'GHA' AND d.segment = 'beer'
      ) END AS v4, (
        SELECT CASE WHEN count(*) = abs(k.k1 - 2022) THEN coalesce(product(1 + d.value / 100), 1) END
        FROM figures d
        WHERE d.indicator = 'inflation_cpi' AND d.iso3 = 'GHA' AND d.year > least(k.k1, 2022) AND d.year <= greatest(k.k1, 2022)
      ) AS v5
      FROM (
        SELECT *
        FROM (
          SELECT p AS k1, p AS o1
          FROM (
            SELECT unnest(range(2022, 2026)) AS p
          )
        ) r1
      ) k
    ) k
  ) k
)
SELECT k1, c1, c2, y1, y2, state
FROM cells
ORDER BY state DESC, o1
