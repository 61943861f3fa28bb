import type { Catalogue } from '../../insights/insights.ts'

/** ISO 3166-1 alpha-2 codes of countries outside Africa that own firms, by alpha-3. */
const abroad: Readonly<Record<string, string>> = {
  ...{ CHE: 'CH', GBR: 'GB', USA: 'US', FRA: 'FR', NLD: 'NL', BEL: 'BE', SGP: 'SG', ESP: 'ES', SAU: 'SA' },
  ...{ DEU: 'DE', CHN: 'CN', TUR: 'TR', JPN: 'JP', AUT: 'AT', IND: 'IN', IDN: 'ID', DNK: 'DK', MLT: 'MT' },
  ...{ JOR: 'JO', ITA: 'IT', LBN: 'LB', ARE: 'AE', KWT: 'KW', PHL: 'PH', MYS: 'MY', SWE: 'SE', IRL: 'IE' },
}

/** The country of a firm's owner by name; its code where it has none here, '' where it is not known. */
export function ownerName(catalogue: Catalogue, iso3: string, lang: string): string {
  const code = catalogue.country(iso3)?.iso2 ?? abroad[iso3]
  return code === undefined ? iso3 : (new Intl.DisplayNames(lang, { type: 'region' }).of(code) ?? iso3)
}
