/** The months as they are written short. */
export const shortMonths = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
] as const

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** True for the months of a year, each once, in their order: time without a year. */
export const isYearOfMonths = (names: readonly string[]): boolean =>
  names.length === months.length && names.every((name, index) => name === months[index])
