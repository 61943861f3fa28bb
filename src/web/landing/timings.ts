/** How the landing page keeps time. The product specification fixes those marked (spec). */
export const timings = {
  /** (spec) A section is shown so long; then the page scrolls on, and at the bottom it loads itself again. */
  autoScrollMs: 8_000,
  /** (spec) A section begins to leave after this, but for section 4. */
  exitMs: 7_200,
  exitOfSection4Ms: 7_500,
  /** (spec) The example question is typed at this pace. */
  characterMs: 40,
  /** The hand comes to rest first. */
  typingStartsMs: 400,
  /** (spec) Screens narrower than this many pixels sign in instead. */
  narrowBelowPx: 801,
  /** A year of the year animation, and a country of the tour. */
  yearMs: 1_200,
  countryMs: 1_000,
} as const

/** When a section, counted from 1, begins to leave. */
export const exitAfterMs = (section: number): number =>
  section === 4 ? timings.exitOfSection4Ms : timings.exitMs
