/** Goods and themes that neither the panel nor the figures hold, each with the nearest thing that is held. */
export interface OutsideTopic {
  /** As named back to the reader: 'cars'. */
  name: string
  /** Catalogue id of the nearest segment or measure, or null where only a country profile is near. */
  nearest: { segment: string } | { measure: string } | null
}

/** name | other names -> segment:id or measure:id */
const topics = `
cars|car|vehicle|automobile|automotive|motor vehicle|truck|SUV|car sales|tyre -> measure:gdp_per_capita_usd
motorcycles|motorcycle|boda boda|scooter|bicycle -> measure:gdp_per_capita_usd
banks|bank|banking|fintech|mobile money|M-Pesa|microfinance -> measure:private_credit_gdp
loans|loan|mortgage -> measure:private_credit_gdp
youth unemployment|unemployment youth|young unemployed|unemployed youth|graduate unemployment -> measure:unemployment
insurance -> measure:gdp_per_capita_usd
phones|phone|smartphone|mobile phone|handset|iPhone -> measure:mobile_subscriptions
telecoms|telecom|telecommunication|mobile operator|data bundle -> measure:mobile_subscriptions
computers|laptop|computer|tablet computer|software -> measure:internet_users
televisions|television|TV|fridge|refrigerator|appliance|electronics|consumer electronics|air conditioner -> measure:electricity_access
e-learning|school fees|education spending|university|universities -> measure:secondary_enrolment
streaming|Netflix|social media|advertising market|media -> measure:internet_users
cement|steel|construction|building materials|paint|roofing -> measure:investment_gdp
real estate|property|housing|house price|rent|land price -> measure:urban_share
crude oil|petroleum|petrol|diesel|fuel|gasoline|kerosene|oil and gas|LPG|cooking gas|natural gas -> measure:goods_exports_usd
electricity prices|electricity price|electricity tariff|solar|solar panel|generator|inverter -> measure:electricity_access
gold|mining|cobalt|copper|diamond|lithium|bauxite|coal -> measure:goods_exports_usd
cocoa beans|cocoa bean|coffee bean export|cotton|cashew|flower|horticulture -> measure:agriculture_gdp
fertiliser|fertilizer|seed|tractor|animal feed|livestock|poultry farming|crop|farmland -> measure:agriculture_gdp
stock market|stocks|shares on the stock exchange|stock exchange|bonds|bond yield|crypto|bitcoin|cryptocurrency -> measure:private_credit_gdp
clothing|clothes|fashion|apparel|textile|shoes|shoe|footwear|sneakers|jewellery|watches -> measure:hh_consumption_pc_usd
cosmetics|make-up|makeup|lipstick|mascara|perfume|fragrance -> segment:skin_care
razors|razor|shaving|condom|contraceptive -> segment:deodorants
cigarettes|cigarette|tobacco|vape|vaping|shisha|cannabis -> measure:tobacco_use
pet food|dog food|cat food -> segment:processed_meat
fresh meat|beef|chicken|poultry|goat meat|pork|lamb|fresh fish|seafood -> segment:processed_meat
eggs|egg -> segment:powdered_milk
bread|bakery|bakeries|cakes|pastry -> segment:wheat_flour
vegetables|vegetable|fresh tomato|onion|potato|fruit|banana|avocado|mango|fresh produce -> segment:tomato_paste
yams|yam|cassava|gari|garri|plantain|millet|sorghum|beans|pulses|lentil -> segment:maize_meal
prescription drugs|prescription drug|pharmaceutical|pharma|antibiotic|malaria drug|antimalarial|vaccine|medicine -> segment:pain_relief
hospitals|hospital|health care|healthcare|health insurance|medical device -> measure:life_expectancy
restaurants|restaurant|fast food|food delivery|hotel|tourism|tourist|travel|airline|aviation|flight -> measure:trade_hospitality_gdp
supermarkets|shopping mall|retail space -> measure:trade_hospitality_gdp
furniture|mattress|kitchenware|toys|toy|stationery|book|sports equipment -> measure:hh_consumption_pc_usd
batteries|battery|candle|light bulb|matches|charcoal|firewood -> measure:electricity_access
logistics costs|shipping|port|freight|trucking -> measure:logistics_index
elections|election|president|politics|political|government minister|war|conflict|coup -> measure:gdp_growth
weather|rainfall|climate|drought|temperature -> measure:agriculture_gdp
football|sport|music|film|Nollywood|celebrity|lottery|betting|gambling -> measure:hh_consumption_pc_usd
crime|corruption|happiness|religion|language -> measure:hdi
health spending|health expenditure|public health spending|health budget -> measure:life_expectancy
military spending|defence spending|defense spending|military budget -> measure:gov_consumption_gdp
education budget|education expenditure -> measure:secondary_enrolment
wages|minimum wage|salary|salaries|wage -> measure:gni_per_capita_usd
water bills|sewage|waste collection -> measure:basic_water_access
`

export function outsideTopics(): { phrase: string; topic: OutsideTopic }[] {
  return topics
    .trim()
    .split('\n')
    .flatMap(line => {
      const [names = '', target = ''] = line.split(' -> ')
      const phrases = names.split('|')
      const [kind, id = ''] = target.split(':')
      const topic: OutsideTopic = {
        name: phrases[0] ?? '',
        nearest: kind === 'segment' ? { segment: id } : kind === 'measure' ? { measure: id } : null,
      }
      return phrases.map(phrase => ({ phrase, topic }))
    })
}
