import type { CompiledQuery } from '../compile.ts'

/** The SQL with its parameters in their places, and each SELECT and clause in a line, further in where it stands in another. */
export function readableSql({ sql, params }: Pick<CompiledQuery, 'sql' | 'params'>): string {
  const text = sql
    .replace(/\$(\d+)::(?:VARCHAR|DOUBLE)/g, (_, place: string) => literal(params[Number(place) - 1] ?? ''))
    .replace(/\s+/g, ' ')
  const isSelect: boolean[] = []
  const inside = () => '  '.repeat(isSelect.filter(Boolean).length)
  return text
    .split(
      /(\((?=SELECT )|\(|\)|'(?:[^']|'')*'| (?=(?:FROM|WHERE|ORDER BY|LIMIT|CROSS JOIN|LEFT JOIN|JOIN) ))/,
    )
    .map((part, at, parts) => {
      if (part === '(') {
        const opens = parts[at + 1]?.startsWith('SELECT ') ?? false
        isSelect.push(opens)
        return opens ? `(\n${inside()}` : part
      }
      if (part === ')') return isSelect.pop() ? `\n${inside()})` : part
      const isClause = part === ' ' && isSelect.at(-1) !== false
      return isClause ? `\n${inside()}` : part
    })
    .join('')
    .replace(/\), (\w+ AS \()/g, '),\n$1')
    .replace(/\) SELECT /g, ')\nSELECT ')
}

const literal = (value: string | number) =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
