import { type TileDraft, tile, toneOf } from './draft-answer.ts'
import { aHead, arrow, type Facts, type Said, say } from './facts.ts'

/** Value in US$; `note` stands below it. */
export const valueTile = (label: string, size: Facts, row: number, note: Said): TileDraft | null =>
  tile(label, size.figure(row, 'panel_value_usd'), note, toneOf(size.number(row, 'value_yoy')))

/** '+4.1% in US$' */
export const inDollars = (size: Facts, row: number): Said => say`${arrow(size, row, 'value_yoy')} in US$`

export const volumeTile = (label: string, size: Facts, row: number): TileDraft | null =>
  tile(
    label,
    size.figure(row, 'panel_volume', { withUnit: true }),
    say`${arrow(size, row, 'volume_yoy')} on the year before`,
    toneOf(size.number(row, 'volume_yoy')),
  )

export const priceTile = (size: Facts, row: number): TileDraft | null =>
  tile(
    'Average price',
    size.figure(row, 'panel_price_lcu'),
    say`${piece(size.unit(row, 'panel_price_lcu'))}, ${arrow(size, row, 'price_yoy')}`,
    toneOf(size.number(row, 'price_yoy'), 'worse'),
  )

export const aHeadTile = (size: Facts, row: number): TileDraft | null =>
  tile('Bought a head', aHead(size, row), say`${size.figure(row, 'panel_value_pc_usd')} spent a head`)

/** 'GH₵ a piece' → 'a piece'. */
const piece = (unit: string | null): string => unit?.replace(/^.*?(?= a )/, '').trim() ?? ''
