import type { Writing } from './draft-answer.ts'
import { roleOf } from './facts.ts'

export interface PlayerNames {
  /** 'Company (Brand, Brand)': stated as facts, each with a source. */
  facts: string[]
  /** Reported, not verified: never counted. */
  reported: string[]
}

/** The firms of the players table, a name each with its brands; `segment` narrows to one. */
export function factNames(w: Writing, segment?: string): PlayerNames {
  const players = roleOf(w.results, 'players')
  const byCompany = { fact: new Map<string, string[]>(), reported: new Map<string, string[]>() }
  for (let row = 0; players && row < players.rows; row++) {
    if (segment !== undefined && players.text(row, 'segment') !== segment) continue
    const company = players.text(row, 'company') ?? ''
    const brand = players.text(row, 'brand') ?? ''
    const group = players.text(row, 'status') === 'fact' ? byCompany.fact : byCompany.reported
    group.set(company, [...(group.get(company) ?? []), brand])
  }
  const written = (map: Map<string, string[]>) =>
    [...map].map(([company, brands]) => {
      const held = [...new Set(brands)].filter(brand => brand !== '' && !company.includes(brand))
      return held.length > 0 ? `${company} (${held.join(', ')})` : company
    })
  return { facts: written(byCompany.fact), reported: written(byCompany.reported) }
}
