/** What the trade asks for and a value-and-volume panel does not hold. */
export interface NotHeldMeasure {
  /** As named back: 'household penetration'. */
  name: string
  /** One sentence: what is not held and why. */
  reason: string
  /** The nearest question's operation. */
  nearest: 'per_capita' | 'share' | 'channels' | 'price' | 'trend' | 'players' | 'volume' | 'profile'
}

const list: [phrases: string, name: string, why: string, nearest: NotHeldMeasure['nearest']][] = [
  [
    'penetration|household penetration|penetration rate|percentage of households buying|share of households',
    'household penetration',
    'it needs a household purchase panel, and ours measures retail value and volume',
    'per_capita',
  ],
  [
    'frequency of purchase|purchase frequency|buying frequency|how often|trips per buyer|shopping frequency|frequency',
    'purchase frequency',
    'it needs a household purchase panel, and ours measures retail value and volume',
    'per_capita',
  ],
  [
    'spend per buyer|spend per shopper|buyers|number of buyers|number of consumers|user base|basket size|average basket|spend per trip',
    'buyers and spend per buyer',
    'it needs a household purchase panel; spend per head of population is held',
    'per_capita',
  ],
  [
    'loyalty|brand loyalty|repeat rate|repeat purchase|switching|brand switching|churn|retention',
    'loyalty and switching',
    'it needs the same households observed over time',
    'share',
  ],
  [
    'numeric distribution|weighted distribution|distribution|ND|WD|shelf share|share of shelf|out of stock|out-of-stock|availability in store|stock cover|number of outlets|number of shops|store count|store numbers|outlets',
    'distribution',
    'the panel holds sales by channel, not how many shops stock a product',
    'channels',
  ],
  [
    'demographic|demographics|by age|by gender|by income group|age group|by age group|gender|young people|millennials|gen z|women buyers|socio-economic|LSM|SEM group|social class|income bracket|by ethnicity|consumer segmentation|shopper profile|who buys',
    'buyer demographics',
    'the panel measures sales and does not know who bought',
    'per_capita',
  ],
  [
    'tariff|import tariff|import duty|import duties|customs duty|customs duties|excise|excise duty|VAT rate|tax rate|sugar tax|import tax|levy|levies|quota',
    'tariffs and duties',
    'no tariff schedule is held',
    'price',
  ],
  [
    'forecast|forecasts|outlook|projection|projected|predict|prediction|outlook to|will be worth|expected to be|future size',
    'forecasts',
    'only measured periods are held, and no forecast is made',
    'trend',
  ],
  [
    'correlation|correlate|regression|elasticity|price elasticity',
    'correlations and elasticities',
    'the analyst shows how value splits into price and volume, and does not estimate causes',
    'trend',
  ],
  [
    'brand awareness|awareness|brand equity|NPS|net promoter|sentiment|satisfaction|consumer confidence|perception|preference|preferences|taste preference|attitude',
    'awareness and attitudes',
    'they need a survey of people, and ours are sales and public statistics',
    'profile',
  ],
  [
    'advertising spend|ad spend|media spend|marketing spend|promotion|promotions|promo share|promotional|discount',
    'advertising and promotion',
    'no media or promotion data is held',
    'price',
  ],
  [
    'profit|profits|profitability|margin|margins|gross margin|EBITDA|revenue of|turnover of|cost of production|production cost|COGS|valuation',
    'company profits and margins',
    'no company accounts are held',
    'price',
  ],
  [
    'pack size|pack sizes|by pack|SKU|SKUs|by flavour|by flavor|flavours|by variant|variants|by size|sachet share|package type',
    'sales by pack or variant',
    'the panel is held by segment, brand and channel',
    'share',
  ],
  [
    'rural sales|urban sales|rural vs urban|urban vs rural|by city|by region|by state|by province|by county|regional split|regional breakdown|sub-national|by district',
    'figures below country level',
    'the panel and the figures are national',
    'trend',
  ],
  [
    'production|production volume|factory|factories|capacity|manufacturing capacity|output in tonnes|plant capacity',
    'production and capacity',
    'the panel measures retail sales',
    'volume',
  ],
  [
    'regulation|regulations|regulatory|label rules|food safety law|registration requirement|licence requirement|NAFDAC|law',
    'regulation',
    'no regulatory documents are held',
    'profile',
  ],
]

/** 'Tea exports of Kenya': customs entries by product. */
export const tradeByProduct: NotHeldMeasure = {
  name: 'trade flows by product',
  reason: 'We do not hold trade flows by product: the panel measures retail sales, not customs entries.',
  nearest: 'volume',
}

export function notHeldMeasures(): { phrase: string; measure: NotHeldMeasure }[] {
  const trade = [
    'import volume',
    'export volume',
    'trade flow',
    'HS code',
    'country of origin',
    'imported from',
  ]
  const flows = trade.map(phrase => ({ phrase, measure: tradeByProduct }))
  const rest = list.flatMap(([phrases, name, why, nearest]) => {
    const measure: NotHeldMeasure = { name, reason: `We do not hold ${name}: ${why}.`, nearest }
    return phrases.split('|').map(phrase => ({ phrase, measure }))
  })
  return [...flows, ...rest]
}
