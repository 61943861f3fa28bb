import type { Country, CountryGroup, Currency } from './catalogue-shape.ts'
import { type CsvRecord, listOf } from './csv.ts'

/** Countries of the catalogue from the rows of countries.csv and neighbours.csv, in order of name. */
export function countriesOf(
  rows: CsvRecord[],
  groups: readonly CountryGroup[],
  borders: readonly CsvRecord[],
): Country[] {
  return rows.map(row => country(row, groups, borders)).sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function country(row: CsvRecord, groups: readonly CountryGroup[], borders: readonly CsvRecord[]): Country {
  const iso3 = row.iso3 ?? ''
  const currency = currencyOf(row.currency_code ?? '', row.currency_name ?? '')
  return {
    iso3,
    iso2: row.iso2 ?? '',
    name: row.name ?? '',
    officialName: row.official_name ?? '',
    capital: row.capital ?? '',
    region: row.region ?? '',
    incomeGroup: row.income_group ?? '',
    languages: listOf(row.official_languages ?? ''),
    demonyms: demonyms(iso3, row.demonym ?? ''),
    aliases: [...listOf(row.aliases ?? ''), ...(moreAliases[iso3] ?? [])],
    currency,
    panelCurrency: panelCurrencies[iso3] ?? currency,
    groups: groups.filter(group => group.members.includes(iso3)).map(group => group.id),
    neighbours: neighboursOf(iso3, borders),
    limitedData: row.limited_data === 'yes',
  }
}

/** A border is listed once, for both sides. */
const neighboursOf = (iso3: string, borders: readonly CsvRecord[]): string[] =>
  borders.flatMap(({ country: one = '', neighbour: other = '' }) =>
    one === iso3 ? [other] : other === iso3 ? [one] : [],
  )

const usDollar: Currency = { code: 'USD', name: 'US dollar', symbol: 'US$' }
/** Zimbabwe changed its currency twice within the panel's years; most of its trade is in US$. */
export const panelCurrencies: Record<string, Currency> = { ZWE: usDollar }

const symbols: Record<string, string> = {
  ...{
    GHS: 'GH₵',
    NGN: '₦',
    KES: 'KSh',
    ZAR: 'R',
    EGP: 'E£',
    TZS: 'TSh',
    UGX: 'USh',
    ETB: 'Br',
    MAD: 'DH',
    DZD: 'DA',
  },
  ...{
    XOF: 'CFA',
    XAF: 'FCFA',
    TND: 'DT',
    AOA: 'Kz',
    MZN: 'MT',
    ZMW: 'K',
    BWP: 'P',
    NAD: 'N$',
    MUR: 'Rs',
    LYD: 'LD',
  },
  ...{
    RWF: 'FRw',
    MWK: 'MK',
    GMD: 'D',
    SLE: 'Le',
    LRD: 'L$',
    CDF: 'FC',
    GNF: 'FG',
    MGA: 'Ar',
    SZL: 'E',
    LSL: 'M',
  },
}

const currencyOf = (code: string, name: string): Currency => ({ code, name, symbol: symbols[code] ?? code })

/** 'Motswana (pl. Batswana)' → both, and the adjective most people write. */
function demonyms(iso3: string, field: string): string[] {
  const plural = /^(.*) \(pl\. (.*)\)$/.exec(field)
  const own = plural ? [plural[1] as string, plural[2] as string] : [field]
  return [...own, ...(moreDemonyms[iso3] ?? [])].filter(word => word !== '')
}

const moreDemonyms: Record<string, string[]> = {
  BWA: ['Botswanan'],
  LSO: ['Lesothan'],
  BFA: ['Burkinabè', 'Burkinabé'],
  CIV: ['Ivoirian', 'Ivoirien'],
  MDG: ['Malagasy'],
  CPV: ['Cape Verdean'],
  SWZ: ['Swati'],
  MUS: ['Mauritians'],
  TGO: ['Togolese'],
  SYC: ['Seychelloise'],
  NAM: ['Namibians'],
}

const moreAliases: Record<string, string[]> = {
  CIV: ['Cote d Ivoire', 'Cote dIvoire'],
  TZA: ['United Republic of Tanzania'],
  COD: [
    'Democratic Republic of Congo',
    'Democratic Republic of the Congo',
    'DR of Congo',
    'Congo DRC',
    'DRCongo',
  ],
  COG: ['Republic of the Congo', 'Congo Brazzaville'],
  CAF: ['Central Africa Republic'],
  STP: ['Sao Tome', 'São Tomé'],
  GNQ: ['Eq. Guinea'],
  ZAF: ['S. Africa', 'S Africa'],
}
