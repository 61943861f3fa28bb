/** Measures that are worth a look beside another one: what moved with it, and no cause. */
const companions: Readonly<Record<string, readonly string[]>> = {
  gdp_growth: ['exports_gdp', 'investment_gdp', 'inflation_cpi'],
  gdp_usd: ['gdp_growth', 'exchange_rate', 'inflation_cpi'],
  gdp_per_capita_usd: ['gdp_growth', 'exchange_rate', 'population_growth'],
  inflation_cpi: ['exchange_rate', 'gdp_growth', 'lending_rate'],
  inflation_cpi_imf: ['exchange_rate', 'gdp_growth', 'lending_rate'],
  exchange_rate: ['inflation_cpi', 'reserves_usd', 'current_account_gdp'],
  unemployment: ['gdp_growth', 'labour_force', 'population_growth'],
  gov_debt_gdp: ['gov_balance_gdp', 'gdp_growth', 'exchange_rate'],
  gov_balance_gdp: ['gov_revenue_gdp', 'gdp_growth', 'gov_debt_gdp'],
  current_account_gdp: ['exports_gdp', 'imports_gdp', 'exchange_rate'],
  remittances_gdp: ['remittances_usd', 'gdp_usd', 'exchange_rate'],
  exports_gdp: ['exports_usd', 'gdp_usd', 'exchange_rate'],
  imports_gdp: ['imports_usd', 'gdp_usd', 'exchange_rate'],
  lending_rate: ['inflation_cpi', 'deposit_rate', 'exchange_rate'],
  life_expectancy: ['under5_mortality', 'undernourishment', 'basic_water_access'],
  under5_mortality: ['basic_water_access', 'undernourishment', 'gdp_per_capita_usd'],
  undernourishment: ['food_supply_kcal', 'inflation_cpi', 'gdp_growth'],
  population: ['birth_rate', 'life_expectancy', 'net_migration'],
  population_growth: ['fertility_rate', 'life_expectancy', 'net_migration'],
  electricity_access: ['urban_share', 'gdp_per_capita_usd', 'investment_gdp'],
  poverty_300: ['gini', 'gdp_growth', 'inflation_cpi'],
}

const usual = ['gdp_growth', 'inflation_cpi', 'exchange_rate'] as const

export const companionsOf = (id: string): readonly string[] =>
  (companions[id] ?? usual).filter(one => one !== id)
