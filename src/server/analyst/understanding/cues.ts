import type { ChartWish, Operation, Plan } from '../../../contract/plan.ts'

/** A word or turn of phrase that says what to do, not what about. */
export type Cue =
  | { cue: 'operation'; operation: Operation }
  | { cue: 'rank'; order: 'highest' | 'lowest' }
  | { cue: 'by'; by: NonNullable<Plan['by']> }
  | { cue: 'per_capita' }
  | { cue: 'currency'; currency: 'usd' | 'lcu' }
  | { cue: 'foreign_currency'; name: string }
  | { cue: 'chart'; chart: ChartWish }
  | { cue: 'these' }
  | { cue: 'add' }
  | { cue: 'swap' }
  | { cue: 'seasonality' }
  | { cue: 'total' }
  | { cue: 'profile' }
  | { cue: 'why' }

const operation = (name: Operation): Cue => ({ cue: 'operation', operation: name })
const by = (name: NonNullable<Plan['by']>): Cue => ({ cue: 'by', by: name })
const chart = (name: ChartWish): Cue => ({ cue: 'chart', chart: name })

const table: [Cue, string][] = [
  [
    operation('feasibility'),
    'feasibility|feasibility study|feasible|viable|viability|business case|market entry|market opportunity|opportunity|opportunities|potential|worth entering|enter the market|entering|should we enter|should we launch|launch|TAM SAM SOM|addressable market|serviceable market|SAM|SOM|go to market|attractiveness|attractive|étude de faisabilité|faisabilité|viabilidade',
  ],
  [
    operation('key_players'),
    'key player|main player|major player|biggest player|leading player|top player|player|competitor|competition|competitive landscape|company|companies|manufacturer|producer|who makes|who sells|who produces|who dominates|who are the leaders|market leader|leading brand|top brand|main brand|biggest brand|leading company|which brands|which companies|firms|principaux acteurs|acteurs|concurrents|principais empresas|concorrentes',
  ],
  [
    operation('consumer_profile'),
    'consumer behaviour|consumer behavior|consumer behaviours|buying behaviour|buying behavior|purchase behaviour|purchasing behaviour|purchasing behavior|shopping behaviour|consumption habit|buying habit|shopping habit|consumer habit|consumer trend|consumer insight|consumer|shopper|how do people buy|how people buy|how do consumers|consumption pattern|buying pattern|comportement des consommateurs|comportamento do consumidor',
  ],
  [
    operation('segment_profile'),
    'summary|summarise|summarize|overview|purchase trend|purchasing trend|buying trend|market trend|sales trend|report on|category report|category review|category overview|market report|market overview|market analysis|analysis of|analyse|analyze|state of the market|landscape|snapshot|deep dive|résumé|aperçu|resumo|muhtasari',
  ],
  [
    operation('price_volume'),
    'price vs volume|price versus volume|volume vs price|price and volume|volume and price|price or volume|volume or price|price/volume|price volume mix|price-volume|price effect|volume effect|decompose|decomposition|what drove|what drives|what is driving|driver of growth|growth driver|drivers|driven by|contribution to growth|drove|price mix',
  ],
  [
    operation('channel_mix'),
    'channel|channel mix|sales channel|channel split|channel shift|distribution channel|route to market|retail channel|where do people buy|where do consumers buy|where is it sold|where are they sold|modern vs traditional|modern trade vs traditional trade|by channel|par canal|por canal|canal',
  ],
  [
    operation('share'),
    'share|market share|brand share|value share|volume share|share of|share change|split|split by|breakdown|break down|concentration|HHI|top-3 share|top 3 share|how concentrated|concentrated|part de marché|quota de mercado',
  ],
  [
    operation('growth'),
    'growth|growth rate|grow|growing|grew|grown|how fast|rate of growth|increase|increased|decline|declined|decrease|fell|fall|rise|rose|shrink|shrinking|croissance|crescimento|ukuaji',
  ],
  [
    operation('compare'),
    'compare|comparison|comparing|versus|vs|compared with|compared to|difference between|against|relative to|side by side|benchmark|comparer|comparar|linganisha',
  ],
  [
    operation('trend'),
    'trend|over time|evolution|evolve|evolved|history|historical|historically|time series|trajectory|development of|how has|how have|how did|changed|change|over the years|évolution|tendance|tendência|evolução|mwenendo',
  ],
  [
    operation('country_profile'),
    'country profile|economic profile|economy|economic outlook|macro profile|macro overview|macroeconomic|macroeconomics|macro|economic indicators|scorecard|country overview|business environment|demographics of the country|économie|economia|uchumi',
  ],
  [
    operation('holdings'),
    'what do you hold|what do you have|what data do you have|what data|which data|what data is available|what is available|which countries do you cover|which countries do you hold|what countries do you cover|countries do you cover|countries covered|which countries are covered|which segments do you cover|what segments do you have|which segments do you hold|which categories do you cover|what categories|list of segments|list of countries|list segments|list countries|list the segments|list the countries|list of indicators|which indicators|what indicators|coverage|covered|do you cover|is covered|what can i ask|what is covered|data sources|what sources|what years do you have|which years|data do you hold|do you have data',
  ],
  [
    operation('help'),
    'help|help me|what can you do|how do you work|how does this work|who are you|what are you|hello|hi|hey|good morning|good afternoon|thanks|thank you|aide|ajuda|msaada|bonjour|olá|jambo|habari',
  ],
  [
    operation('definition'),
    "define|definition|definition of|what does it mean|meaning of|what is meant by|explain|how is it calculated|how do you calculate|how is|how are|formula for|methodology|how do you compute|qu'est-ce que|o que é",
  ],
  [
    { cue: 'rank', order: 'highest' },
    'top|highest|largest|biggest|most|best|leading|fastest|fastest growing|fastest-growing|greatest|richest|rank|ranking|ranked|league table|leaderboard|strongest|which country|which countries|which segment|which segments|which category|which categories|which market|which markets|what countries|most expensive|where is|where are|plus grand|maior|maiores|kubwa zaidi',
  ],
  [
    { cue: 'rank', order: 'lowest' },
    'bottom|lowest|smallest|least|worst|slowest|poorest|weakest|cheapest|least expensive|plus petit|menor',
  ],
  [
    by('country'),
    'by country|per country|across countries|country by country|in each country|each country|by market|par pays|por país',
  ],
  [
    by('segment'),
    'by segment|per segment|by category|by product|across segments|across categories|each segment|each category|by sub-category|par segment|por segmento',
  ],
  [by('brand'), 'by brand|per brand|brand|brands|each brand|brand level|par marque|por marca'],
  [
    { cue: 'per_capita' },
    'per capita|per person|per head|per inhabitant|a head|per habitant|par habitant|por pessoa|kwa mtu',
  ],
  [
    { cue: 'currency', currency: 'usd' },
    'in US dollars|in dollars|in USD|in US$|USD|US dollar|dollar terms|US$|dollar|en dollars|em dólares',
  ],
  [
    { cue: 'currency', currency: 'lcu' },
    'local currency|in local currency|local money|LCU|monnaie locale|moeda local',
  ],
  [{ cue: 'foreign_currency', name: 'euros' }, 'in euros|in euro|in EUR|€'],
  [{ cue: 'foreign_currency', name: 'pounds sterling' }, 'in GBP|in sterling|£|in British pounds'],
  [{ cue: 'foreign_currency', name: 'yuan' }, 'in yuan|in RMB'],
  [chart('table'), 'as a table|in a table|table|tabular|show the rows|en tableau|em tabela'],
  [chart('line'), 'line chart|as a line|line graph'],
  [chart('columns'), 'column chart|as columns|bar graph over time'],
  [chart('bars'), 'bar chart|as bars|bars'],
  [chart('stacked'), 'stacked|stacked chart'],
  [chart('tile_map'), 'map|on a map|as a map|heat map|heatmap'],
  [
    { cue: 'these' },
    'these countries|those countries|these markets|those markets|same countries|them|these ones|those ones|ces pays|esses países',
  ],
  [{ cue: 'add' }, 'and also|also|as well|add|include|plus'],
  [
    { cue: 'swap' },
    'what about|how about|and for|now for|same for|the same for|instead|et pour|e para|na je',
  ],
  [
    { cue: 'seasonality' },
    'seasonality|seasonal|season|seasons|peak month|peak months|best month|which month|which months|saisonnalité|sazonalidade',
  ],
  [{ cue: 'total' }, 'total|in total|altogether|overall|combined|sum of'],
  [
    { cue: 'profile' },
    'tell me about|what do you know about|information on|info on|information about|profile|profile of|describe|brief on|brief me on|insights on|insight into|insights into|insight|facts about|what is happening|state of|the market for',
  ],
  [{ cue: 'why' }, 'why|reason|reasons|cause|caused|because|what explains|pourquoi|por que|kwa nini'],
]

export function cuePhrases(): { phrase: string; cue: Cue }[] {
  return table.flatMap(([cue, phrases]) => phrases.split('|').map(phrase => ({ phrase, cue })))
}
