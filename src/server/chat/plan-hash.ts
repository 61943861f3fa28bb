import { createHash } from 'node:crypto'
import type { Plan } from '../../contract/plan.ts'

/** JSON with keys in order at every depth: the same value, the same text. */
function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${stableJson(inner)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** sha256 of the plan, in hex: the same plan has the same hash wherever it was made. */
export const planHash = (plan: Plan): string => createHash('sha256').update(stableJson(plan)).digest('hex')
