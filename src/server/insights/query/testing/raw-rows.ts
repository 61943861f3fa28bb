import type { Dim } from '../../../../contract/query.ts'
import type { DataModel } from '../data-model.ts'

/** What one row of the panel adds to: US$, local currency, units of the segment. */
export const panelColumns = ['value_usd', 'value_lcu', 'volume'] as const
export type PanelColumn = (typeof panelColumns)[number]

/** A row of the panel; `month` is 12 × year + month − 1. */
export interface PanelRow extends Record<Dim, string>, Record<PanelColumn, number> {
  month: number
}

/** The data as they are, for an evaluator that reads them row by row. */
export interface RawRows {
  model: DataModel
  /** The figure of a country and year; undefined where there is none. */
  figure(indicator: string, country: string, year: number): number | undefined
  panel: RawPanel
}

/**
 * Rows of the panel by their place, so that reading a set of them is a loop over places and not a search. Held in hundredths:
 * whole numbers, whose sums are as exact as the decimals of the tables.
 */
export class RawPanel {
  private readonly places: Record<Dim, Map<string, number>>
  private readonly from: number
  private readonly months: number
  private readonly values: Record<PanelColumn, Float64Array>

  constructor({ members, panel }: Pick<DataModel, 'members' | 'panel'>) {
    const placesOf = (ids: readonly string[]) => new Map(ids.map((id, place) => [id, place]))
    this.places = {
      country: placesOf(members.country),
      segment: placesOf(members.segment),
      brand: placesOf(members.brand),
      channel: placesOf(members.channel),
    }
    this.from = panel.from
    this.months = panel.to - panel.from + 1
    const size = Object.values(this.places).reduce((product, { size }) => product * size, this.months)
    const empty = () => new Float64Array(size).fill(Number.NaN)
    this.values = { value_usd: empty(), value_lcu: empty(), volume: empty() }
  }

  /** A place has one row at most; throws on a member or month that the panel does not have, and on a second row. */
  add(row: PanelRow): void {
    const place = this.place(
      this.at('country', row.country),
      this.at('segment', row.segment),
      row.month - this.from,
      this.at('brand', row.brand),
      this.at('channel', row.channel),
    )
    if (!(row.month >= this.from && row.month < this.from + this.months))
      throw new Error(`no month ${row.month}`)
    if (!Number.isNaN(this.values.volume[place])) throw new Error(`two rows at ${JSON.stringify(row)}`)
    for (const column of panelColumns) this.values[column][place] = Math.round(100 * row[column])
  }

  /** The sum of all rows of the sets and months; null where there is none. */
  sum(column: PanelColumn, sets: Record<Dim, readonly string[]>, from: number, to: number): number | null {
    const values = this.values[column]
    const brands = sets.brand.map(id => this.at('brand', id))
    const channels = sets.channel.map(id => this.at('channel', id))
    let sum = 0
    let rows = 0
    for (const country of sets.country.map(id => this.at('country', id)))
      for (const segment of sets.segment.map(id => this.at('segment', id)))
        for (let month = from - this.from; month <= to - this.from; month += 1)
          for (const brand of brands)
            for (const channel of channels) {
              const value = values[this.place(country, segment, month, brand, channel)] as number
              if (Number.isNaN(value)) continue
              sum += value
              rows += 1
            }
    return rows > 0 ? sum / 100 : null
  }

  private at(dim: Dim, id: string): number {
    const place = this.places[dim].get(id)
    if (place === undefined) throw new Error(`no ${dim} ${id}`)
    return place
  }

  private place(country: number, segment: number, month: number, brand: number, channel: number): number {
    const { segment: segments, brand: brands, channel: channels } = this.places
    const series = (country * segments.size + segment) * this.months + month
    return (series * brands.size + brand) * channels.size + channel
  }
}
