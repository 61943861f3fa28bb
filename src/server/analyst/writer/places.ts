import type { Catalogue } from '../../insights/insights.ts'

const plurals: Record<string, string> = {
  cedi: 'cedis',
  shilling: 'shillings',
  pound: 'pounds',
  dinar: 'dinars',
  franc: 'francs',
  dollar: 'dollars',
  rupee: 'rupees',
  dirham: 'dirhams',
  escudo: 'escudos',
  metical: 'meticais',
}

/** The panel's local currency in words: 'cedis', 'rand', 'CFA francs'. */
export function currencyWord(catalogue: Catalogue, iso3: string): string {
  const name = catalogue.country(iso3)?.panelCurrency.name ?? 'local currency'
  const last =
    name
      .replace(/ \(.*\)$/, '')
      .split(' ')
      .at(-1)
      ?.toLowerCase() ?? ''
  const word = plurals[last] ?? last
  return name.includes('CFA') ? `CFA ${word}` : name.startsWith('US ') ? 'US dollars' : word
}

/** 'were' after 'value sales', 'was' after 'GDP'. */
export const wasWere = (phrase: string): string =>
  /\b(?:sales|users|subscriptions|reserves|exports|imports|outages|branches|machines|remittances|rates)\b/.test(
    phrase,
  ) && !/\b(?:rate|share|ratio|index)\b/.test(phrase)
    ? 'were'
    : 'was'
