import type { Department, Segment } from './catalogue-shape.ts'
import { type CsvRecord, listOf } from './csv.ts'

/** Segments of the catalogue from the rows of segments.csv. */
export function segmentsOf(rows: CsvRecord[]): Segment[] {
  const plain = new Map(
    rows.flatMap(row => [...plainWords(row), ...nameParts(row.name ?? '')].map(word => [word, row.id ?? ''])),
  )
  return rows.map(row => ({
    id: row.id ?? '',
    name: row.name ?? '',
    phrase: inSentence(row.name ?? ''),
    department: departmentId(row.department ?? ''),
    unit: row.unit_of_volume ?? '',
    synonyms: synonymsOf(row, plain),
    packSizes: listOf(row.typical_pack_sizes ?? ''),
    classification: [
      row.gpc_brick_or_class && `GPC ${row.gpc_brick_or_class}`,
      row.coicop_code && `COICOP ${row.coicop_code}`,
      row.hs_codes && `HS ${row.hs_codes}`,
    ]
      .filter(Boolean)
      .join('; '),
    note: row.notes ?? '',
  }))
}

/** Words without a bracket: 'soda'; those with one hold for a place or a use only: 'tea (Nigerian household usage)'. */
const plainWords = (row: CsvRecord) => listOf(row.synonyms ?? '').filter(word => !word.endsWith(')'))

/** A word that holds here for one use only gives way to the segment that it plainly names. */
function synonymsOf(row: CsvRecord, plain: Map<string, string>): string[] {
  const words = listOf(row.synonyms ?? '').flatMap(word => {
    const bare = word.replace(/ \(.*\)$/, '')
    return bare !== word && (plain.get(bare) ?? row.id) !== row.id ? [] : [bare]
  })
  return [...new Set([...words, ...nameParts(row.name ?? '')])]
}

/** The departments in the order their first segment stands in, then the umbrellas over several of them. */
export function departmentsOf(segments: readonly Segment[]): Department[] {
  const ids = [...new Set(segments.map(segment => segment.department))]
  const within = (wanted: readonly string[]) =>
    segments.filter(segment => wanted.includes(segment.department)).map(segment => segment.id)
  return [
    ...ids.map(id => ({
      id,
      name: departments[id]?.name ?? id,
      synonyms: departments[id]?.synonyms ?? [],
      segments: within([id]),
      umbrella: false,
    })),
    ...umbrellas.map(({ over, ...umbrella }) => ({
      ...umbrella,
      segments: within(over ?? ids),
      umbrella: true,
    })),
  ]
}

/** What people call an industry is often several departments. */
const umbrellas: { id: string; name: string; synonyms: string[]; over: string[] | null }[] = [
  {
    id: 'beverages',
    name: 'Beverages',
    synonyms: [
      'beverage',
      'beverage industry',
      'drinks',
      'drinks industry',
      'boissons',
      'bebidas',
      'vinywaji',
    ],
    over: ['non_alcoholic_beverages', 'alcoholic_beverages', 'hot_drinks'],
  },
  {
    id: 'food',
    name: 'Food',
    synonyms: [
      'foods',
      'food industry',
      'food products',
      'produits alimentaires',
      'alimentation',
      'alimentos',
      'vyakula',
    ],
    over: ['dairy', 'packaged_foods_and_staples', 'sauces_oils_and_condiments', 'confectionery_and_snacks'],
  },
  {
    id: 'household_and_personal_care',
    name: 'Household and personal care',
    synonyms: ['household and personal care', 'HPC', 'non-food', 'home and personal care', 'FMCG non-food'],
    over: ['personal_care', 'home_care', 'baby_care'],
  },
  {
    id: 'all_consumer_goods',
    name: 'All consumer goods',
    synonyms: [
      'FMCG',
      'consumer goods',
      'fast-moving consumer goods',
      'all segments',
      'all categories',
      'groceries',
      'grocery',
      'biens de consommation',
      'bens de consumo',
    ],
    over: null,
  },
]

const departmentId = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/_$/, '')

/** 'Toothpaste and oral care' → ['toothpaste', 'oral care']; 'Beer (lager and stout)' → ['beer']. */
const nameParts = (name: string) =>
  name
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .split(/,| and /)
    .map(part => part.trim())
    .filter(
      part => part.length > 2 && !/^(?:packaged|flavoured|fresh|body|styling|fats|mixes|purée)$/.test(part),
    )

const inSentence = (name: string) =>
  /^[A-Z][a-z]/.test(name) ? name[0]?.toLowerCase() + name.slice(1) : name

const departments: Record<string, { name: string; synonyms: string[] }> = {
  non_alcoholic_beverages: {
    name: 'Non-alcoholic beverages',
    synonyms: [
      'soft beverages',
      'non-alcoholic drinks',
      'cold drinks',
      'boissons sans alcool',
      'bebidas não alcoólicas',
    ],
  },
  alcoholic_beverages: {
    name: 'Alcoholic beverages',
    synonyms: [
      'alcohol',
      'alcoholic drinks',
      'beer wine and spirits',
      'liquor',
      'boissons alcoolisées',
      'bebidas alcoólicas',
    ],
  },
  hot_drinks: { name: 'Hot drinks', synonyms: ['hot beverages', 'boissons chaudes', 'bebidas quentes'] },
  dairy: {
    name: 'Dairy',
    synonyms: ['dairy products', 'milk products', 'produits laitiers', 'laticínios', 'lacticínios'],
  },
  packaged_foods_and_staples: {
    name: 'Packaged foods and staples',
    synonyms: ['packaged food', 'packaged foods', 'staples', 'staple foods', 'dry groceries'],
  },
  sauces_oils_and_condiments: {
    name: 'Sauces, oils and condiments',
    synonyms: ['sauces', 'condiments', 'oils and fats', 'culinary', 'cooking aids', 'condimentos'],
  },
  confectionery_and_snacks: {
    name: 'Confectionery and snacks',
    synonyms: ['confectionery', 'snacks', 'snacking', 'sweets and snacks', 'confeitaria'],
  },
  personal_care: {
    name: 'Personal care',
    synonyms: [
      'beauty and personal care',
      'cosmetics',
      'toiletries',
      'beauty',
      'hygiene',
      'hygiène',
      'soins personnels',
      'cuidados pessoais',
    ],
  },
  home_care: {
    name: 'Home care',
    synonyms: [
      'household care',
      'household products',
      'cleaning products',
      'laundry and cleaning',
      'laundry',
      'entretien de la maison',
      'produtos de limpeza',
    ],
  },
  baby_care: {
    name: 'Baby care',
    synonyms: ['baby products', 'infant care', 'baby', 'puériculture', 'soins bébé', 'cuidados do bebé'],
  },
  health_and_otc: {
    name: 'Health and OTC',
    synonyms: [
      'OTC',
      'over the counter',
      'consumer health',
      'health products',
      'medicines',
      'santé',
      'saúde',
    ],
  },
}
