import type { Operation, Plan } from '../../../contract/plan.ts'
import { has } from './cue-tests.ts'
import type { Reading } from './reading.ts'

/** Words for sales in general: the value, unless the question says more. */
const general = /^(?:market|demand|sales|purchases|worth|spending|how big|market size|size of the market)$/

/** Measures of the panel for a question; none means the operation's own. */
export function choosePanelMeasures(
  reading: Reading,
  operation: Operation,
  currency: Plan['currency'],
  places: number,
): string[] {
  const named = reading.panelMeasures.filter(({ text }) => !general.test(text)).map(({ id }) => id)
  const asked = [...new Set(named.filter(id => !id.endsWith('_share')))]
  const local = currency === 'lcu' || (currency === null && places === 1)
  const fitted = asked.map(id => {
    if (id === 'panel_price_usd' && local) return 'panel_price_lcu'
    if (id === 'panel_value_usd' && currency === 'lcu') return 'panel_value_lcu'
    return id
  })
  if (has(reading, 'per_capita')) {
    const spends = /\b(?:spend|spends|spending|spent|value|sales|purchases)\b/i.test(reading.question)
    return perHead(spends && fitted.length === 0 ? ['panel_value_usd'] : fitted)
  }
  if (fitted.length === 0 && /\b(?:drink|eat|consume|drunk|eaten|consumed)\b/i.test(reading.question))
    return ['panel_volume']
  if (fitted.length > 0) return [...new Set(fitted)]
  if (['lookup', 'trend', 'compare', 'rank', 'growth', 'share'].includes(operation)) {
    return [currency === 'lcu' ? 'panel_value_lcu' : 'panel_value_usd']
  }
  return []
}

function perHead(measures: string[]): string[] {
  if (measures.some(id => id.startsWith('panel_value'))) return ['panel_value_pc_usd']
  return ['panel_volume_pc']
}
