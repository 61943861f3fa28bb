/** Africa as a grid: every country the same size, so that Rwanda and Algeria are read alike. Column of the first, then the row. */
const rows: readonly (readonly [number, string])[] = [
  [2, 'MAR DZA TUN LBY EGY'],
  [0, 'CPV MRT MLI BFA NER TCD SDN ERI DJI'],
  [0, 'SEN GMB GIN CIV GHA NGA CAF SSD ETH SOM'],
  [1, 'GNB SLE TGO BEN CMR COD UGA KEN'],
  [2, 'LBR STP GNQ GAB COG RWA TZA SYC'],
  [5, 'AGO ZMB BDI MWI COM'],
  [5, 'NAM ZWE MOZ MDG MUS'],
  [5, 'BWA SWZ'],
  [5, 'ZAF LSO'],
]

export interface AfricaTile {
  readonly iso3: string
  readonly column: number
  readonly row: number
}

/** The 54 countries in reading order. */
export const africaTiles: readonly AfricaTile[] = rows.flatMap(([first, codes], row) =>
  codes.split(' ').map((iso3, index) => ({ iso3, column: first + index, row })),
)

export const africaColumns = 10
export const africaRows = rows.length

/** Held, but too patchy to count among the 52. */
export const limitedData: ReadonlySet<string> = new Set(['ERI', 'SSD'])
