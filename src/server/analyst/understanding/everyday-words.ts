/** How people say it, beside the names of the catalogue: phrases that are only heard in questions. */
export const everydaySegments: Record<string, string> = {
  soft_drinks: 'carbonated drink|carbonated beverage|fizzy drinks|soft drinks market|cola drinks',
  bottled_water: 'water|packaged water|drinking water brands',
  laundry_detergent: 'soap powder|powder soap|laundry powder|laundry detergent',
  maize_meal: 'maize|mealie',
  baby_cereals: 'baby food',
  infant_formula: 'formula milk|baby formula',
  toilet_tissue: 'toilet paper|loo roll',
  skin_care: 'lotion|skincare',
  oral_care: 'tooth paste',
  feminine_hygiene: 'period products|menstrual products',
  hair_care: 'haircare',
  savoury_snacks: 'salty snacks',
  pain_relief: 'painkillers|pain killers',
}

export const everydayMeasures: Record<string, string> = {
  birth_rate: 'babies are born|babies born|children are born|children born|born|births',
  age_0_4_share:
    'population under 5|population under five|under 5 population|children under 5|kids under 5|population aged 0-4',
  age_0_14_share: 'population under 15|children under 15',
  gdp_per_capita_usd: 'how rich|how wealthy|wealth per head|how poor',
  population: 'how many inhabitants|how populous',
  gdp_usd: 'size of economy',
}

/** Words of the catalogue that mean too much to stand for a measure alone. */
export const refusedMeasureWords = new Set(['people', 'connected', 'babies', 'births', 'purse', 'index'])

/** Trade in goods as a whole: beside one segment they ask for customs data, which is not held. */
export const tradeMeasures = new Set([
  'exports_usd',
  'imports_usd',
  'exports_gdp',
  'imports_gdp',
  'goods_exports_usd',
  'goods_imports_usd',
])
