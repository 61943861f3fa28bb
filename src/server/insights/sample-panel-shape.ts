/** Edition of the sample panel, as answers print it. */
export const panelEdition = '2026.1'
/** Version of the model that makes the panel; raised by hand whenever a figure it makes would change. */
export const panelModel = 3
/** The seed of the panel that ships; tests use others. */
export const panelSeed = 20260101

const firstYear = 2019
const lastYear = 2025
export const panelYears = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at)
/** 'YYYY-MM', January 2019 to December 2025. */
export const panelMonths = panelYears.flatMap(year =>
  Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
)

export const othersBrand = 'All others'
const named = 'ABCDEFGH'
export const maxNamedBrands = named.length
/** Named neutrally: no modelled figure is ever given to a real firm. */
export const brandNames = [...named].map(letter => `Brand ${letter}`).concat(othersBrand)

/** How fine the panel is cut: to try the product on more or fewer rows than the panel that ships has. */
export interface PanelGrain {
  /** The last so many of the months. */
  months: number
  /** Lines of each named brand: 'Brand A', 'Brand A 2', …; 'All others' stays one. */
  linesPerBrand: number
}
export const usualGrain: PanelGrain = { months: panelMonths.length, linesPerBrand: 1 }
export const isSameGrain = (one: PanelGrain, other: PanelGrain): boolean =>
  one.months === other.months && one.linesPerBrand === other.linesPerBrand
