/** Countries and territories that are not covered; `|` between names of one place. */
const countries = `
Afghanistan; Albania; Andorra; Argentina|Argentine; Armenia; Australia|Australian; Austria|Austrian; Azerbaijan; Bahamas; Bahrain;
Bangladesh; Barbados; Belarus; Belgium|Belgian; Belize; Bhutan; Bolivia; Bosnia; Brazil|Brazilian|Brasil; Brunei; Bulgaria; Cambodia;
Canada|Canadian; Chile; China|Chinese; Colombia; Costa Rica; Croatia; Cuba; Cyprus; Czech Republic|Czechia; Denmark|Danish; Dominica;
Dominican Republic; Ecuador; El Salvador; Estonia; Fiji; Finland; France|French Republic; Georgia; Germany|German|Deutschland; Greece|Greek;
Guatemala; Guyana; Haiti; Honduras; Hungary; Iceland; India|Indian; Indonesia|Indonesian; Iran|Iranian; Iraq; Ireland|Irish; Israel;
Italy|Italian; Jamaica; Japan|Japanese; Jordan; Kazakhstan; Kosovo; Kuwait; Kyrgyzstan; Laos; Latvia; Lebanon; Liechtenstein; Lithuania;
Luxembourg; Malaysia; Maldives; Malta; Mexico|Mexican; Moldova; Monaco; Mongolia; Montenegro; Myanmar|Burma; Nepal; Netherlands|Holland|Dutch;
New Zealand; Nicaragua; North Korea; North Macedonia; Norway; Oman; Pakistan; Palestine; Panama; Papua New Guinea; Paraguay; Peru;
Philippines; Poland; Portugal; Qatar; Romania; Russia|Russian Federation; Saudi Arabia|KSA; Serbia; Singapore; Slovakia; Slovenia;
South Korea|Korea; Spain; Sri Lanka; Suriname; Sweden|Swedish; Switzerland|Swiss; Syria; Taiwan; Tajikistan; Thailand|Thai; Timor-Leste;
Trinidad and Tobago; Turkey|Türkiye|Turkish; Turkmenistan; Ukraine; United Arab Emirates|UAE|Emirates; United Kingdom|UK|Great Britain|Britain|England|Scotland|Wales|British;
United States|USA|United States of America|America|American; Uruguay; Uzbekistan; Vatican; Venezuela; Vietnam; Yemen; Hong Kong; Puerto Rico;
Western Sahara; Somaliland; Réunion; Mayotte; Saint Helena`

const continents = `
Europe|European Union|EU|Eurozone|Western Europe|Eastern Europe; Asia|Asia Pacific|APAC|South-East Asia|Southeast Asia|ASEAN; Latin America|LATAM|South America|Central America;
North America; Middle East|Gulf|GCC; Oceania; Caribbean; the world|worldwide|global|globally|BRICS|G7|G20|OECD`

/** Towns and parts of covered countries: figures are national. */
const towns: Record<string, string> = {
  AGO: 'Luanda',
  CIV: 'Abidjan|Yamoussoukro|Bouaké',
  CMR: 'Douala|Yaoundé',
  COD: 'Kinshasa|Lubumbashi|Goma',
  COG: 'Brazzaville|Pointe-Noire',
  DZA: 'Algiers|Oran',
  EGY: 'Cairo|Alexandria|Giza',
  ETH: 'Addis Ababa|Addis',
  GHA: 'Accra|Kumasi|Takoradi|Tamale',
  KEN: 'Nairobi|Mombasa|Kisumu|Nakuru',
  MAR: 'Casablanca|Rabat|Marrakech|Tangier',
  MDG: 'Antananarivo',
  MOZ: 'Maputo|Beira',
  NGA: 'Lagos|Abuja|Kano|Ibadan|Port Harcourt|Kaduna|Ogun|Rivers State',
  RWA: 'Kigali',
  SDN: 'Khartoum',
  SEN: 'Dakar',
  TUN: 'Tunis|Sfax',
  TZA: 'Dar es Salaam|Dodoma|Arusha|Mwanza',
  UGA: 'Kampala|Entebbe',
  ZAF: 'Johannesburg|Cape Town|Durban|Pretoria|Soweto|Gauteng|KwaZulu-Natal|Western Cape|Eastern Cape|Limpopo',
  ZMB: 'Lusaka|Kitwe',
  ZWE: 'Harare|Bulawayo',
}
const foreignTowns =
  'London; Paris; New York|NYC; Dubai; Beijing; Shanghai; Mumbai; Delhi; Tokyo; Berlin; Lisbon; São Paulo; Istanbul; Los Angeles; Moscow'

/** A place that cannot be answered for, as the reader should see it named. */
export interface OutsidePlace {
  name: string
  kind: 'country' | 'region' | 'town'
  /** The covered country a town lies in, else null. */
  within: string | null
}

interface NamedOutsidePlace {
  phrase: string
  place: OutsidePlace
}

function listed(text: string, kind: OutsidePlace['kind']): NamedOutsidePlace[] {
  return text
    .split(';')
    .map(entry => entry.trim().split('|'))
    .flatMap(names => {
      const place: OutsidePlace = { name: names[0] ?? '', kind, within: null }
      return names.map(phrase => ({ phrase, place }))
    })
}

/** Every phrase that names a place outside coverage. */
export function outsidePlaces(): NamedOutsidePlace[] {
  const inside = Object.entries(towns).flatMap(([iso3, names]) =>
    names.split('|').map(name => ({
      phrase: name,
      place: { name, kind: 'town', within: iso3 } satisfies OutsidePlace,
    })),
  )
  return [
    ...listed(countries, 'country'),
    ...listed(continents, 'region'),
    ...listed(foreignTowns, 'town'),
    ...inside,
  ]
}
