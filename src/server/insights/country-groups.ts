import type { CountryGroup } from './catalogue-shape.ts'

/** What is known of a country when groups are made. */
export interface GroupedCountry {
  iso3: string
  name: string
  region: string
  incomeGroup: string
  blocs: string[]
  languages: string[]
  limitedData: boolean
}

interface GroupRule {
  id: string
  name: string
  aliases: string[]
  note?: string
  has: (country: GroupedCountry) => boolean
}

const bloc = (id: string, name: string, code: string, aliases: string[], note = ''): GroupRule => ({
  id,
  name,
  aliases: [code, ...aliases],
  note,
  has: country => country.blocs.includes(code),
})
const region = (id: string, name: string, unName: string, aliases: string[]): GroupRule => ({
  id,
  name,
  aliases,
  note: 'United Nations regions (M49).',
  has: country => country.region === unName,
})
const named = (id: string, name: string, aliases: string[], members: string, note = ''): GroupRule => ({
  id,
  name,
  aliases,
  note,
  has: country => members.split(' ').includes(country.iso3),
})
const speaking = (id: string, name: string, language: string, aliases: string[]): GroupRule => ({
  id,
  name,
  aliases,
  note: `${language} is an official or working language.`,
  has: country => country.languages.some(entry => entry.includes(language)),
})

const northern = ['DZA', 'EGY', 'LBY', 'MAR', 'TUN']

const rules: GroupRule[] = [
  {
    id: 'africa',
    name: 'Africa',
    aliases: [
      'all countries',
      'all African countries',
      'the continent',
      'across Africa',
      'African countries',
      'Afrique',
      'África',
      'Afrika',
    ],
    note: 'The 52 countries covered in full; Eritrea and South Sudan are held with limited data and left out.',
    has: country => !country.limitedData,
  },
  {
    id: 'sub_saharan_africa',
    name: 'Sub-Saharan Africa',
    aliases: ['SSA', 'Afrique subsaharienne', 'África subsariana', 'black Africa'],
    note: 'All countries covered but Algeria, Egypt, Libya, Morocco and Tunisia.',
    has: country => !country.limitedData && !northern.includes(country.iso3),
  },
  region('east_africa', 'East Africa', 'Eastern Africa', [
    'Eastern Africa',
    "Afrique de l'Est",
    'África Oriental',
    'Afrika Mashariki',
  ]),
  region('west_africa', 'West Africa', 'Western Africa', [
    'Western Africa',
    "Afrique de l'Ouest",
    'África Ocidental',
  ]),
  region('central_africa', 'Central Africa', 'Middle Africa', [
    'Middle Africa',
    'Afrique centrale',
    'África Central',
  ]),
  region('southern_africa', 'Southern Africa', 'Southern Africa', ['Afrique australe', 'África Austral']),
  region('north_africa', 'North Africa', 'Northern Africa', [
    'Northern Africa',
    'Afrique du Nord',
    'Norte de África',
  ]),
  bloc(
    'ecowas',
    'ECOWAS',
    'ECOWAS',
    ['CEDEAO', 'Economic Community of West African States'],
    'Without Burkina Faso, Mali and Niger, which left in January 2025.',
  ),
  bloc('uemoa', 'UEMOA (WAEMU)', 'UEMOA', ['WAEMU', 'West African Economic and Monetary Union']),
  bloc('cemac', 'CEMAC', 'CEMAC', ['Central African Economic and Monetary Community']),
  bloc('eccas', 'ECCAS', 'ECCAS', ['CEEAC', 'Economic Community of Central African States']),
  bloc('eac', 'East African Community (EAC)', 'EAC', ['East African Community']),
  bloc('sadc', 'SADC', 'SADC', ['Southern African Development Community']),
  bloc('sacu', 'SACU', 'SACU', ['Southern African Customs Union']),
  bloc('cma', 'Common Monetary Area', 'CMA', ['rand area', 'Common Monetary Area']),
  bloc('comesa', 'COMESA', 'COMESA', ['Common Market for Eastern and Southern Africa']),
  bloc('igad', 'IGAD', 'IGAD', ['Intergovernmental Authority on Development']),
  bloc('aes', 'Alliance of Sahel States', 'AES', ['Sahel alliance', 'Alliance des États du Sahel']),
  bloc('uma', 'Arab Maghreb Union', 'UMA', ['AMU', 'Arab Maghreb Union']),
  bloc('ioc', 'Indian Ocean Commission', 'IOC', ['Indian Ocean islands', 'Indian Ocean Commission']),
  named('maghreb', 'Maghreb', ['the Maghreb', 'Maghrib'], 'DZA LBY MAR MRT TUN'),
  named('sahel', 'Sahel', ['the Sahel', 'Sahel countries', 'G5 Sahel'], 'BFA MLI MRT NER TCD'),
  named('horn_of_africa', 'Horn of Africa', ['the Horn', 'Horn'], 'DJI ERI ETH SOM'),
  named('great_lakes', 'Great Lakes', ['Great Lakes region'], 'BDI COD KEN RWA TZA UGA'),
  named('islands', 'African islands', ['island countries', 'islands'], 'CPV COM MDG MUS STP SYC'),
  named(
    'cfa_zone',
    'CFA franc zone',
    ['CFA zone', 'CFA countries', 'franc zone', 'zone franc'],
    'BEN BFA CIV GNB MLI NER SEN TGO CMR CAF COG GAB GNQ TCD',
  ),
  named(
    'big_five',
    'Five largest economies',
    ['big five', 'largest economies', 'top five economies', 'biggest economies'],
    'ZAF EGY DZA NGA MAR',
    'By GDP in US$ of 2024.',
  ),
  speaking('francophone', 'Francophone Africa', 'French', [
    'francophone',
    'francophone countries',
    'French-speaking Africa',
    'French-speaking countries',
    'Afrique francophone',
  ]),
  speaking('anglophone', 'Anglophone Africa', 'English', [
    'anglophone',
    'anglophone countries',
    'English-speaking Africa',
    'English-speaking countries',
  ]),
  speaking('lusophone', 'Lusophone Africa', 'Portuguese', [
    'lusophone',
    'PALOP',
    'Portuguese-speaking Africa',
    'Portuguese-speaking countries',
  ]),
  speaking('arabic_speaking', 'Arabic-speaking Africa', 'Arabic', [
    'Arabic-speaking countries',
    'Arab countries',
  ]),
  ...(['Low income', 'Lower middle income', 'Upper middle income'] as const).map(
    (group): GroupRule => ({
      id: group.toLowerCase().replaceAll(' ', '_'),
      name: `${group} countries`,
      aliases: [
        group,
        `${group.toLowerCase().replaceAll(' ', '-')} countries`,
        `${group.split(' ').slice(0, -1).join('-')}-income countries`,
      ],
      note: 'World Bank income groups.',
      has: country => country.incomeGroup === group,
    }),
  ),
]

/** The named groups with their members, alphabetical by name; a rule without a member is an error in the data. */
export function countryGroups(countries: readonly GroupedCountry[]): CountryGroup[] {
  const byName = [...countries].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return rules.map(({ id, name, aliases, note, has }) => {
    const members = byName.filter(has).map(country => country.iso3)
    if (members.length === 0) throw new Error(`group ${id} has no member`)
    return { id, name, aliases: [...new Set(aliases)], members, note: note ?? '' }
  })
}
