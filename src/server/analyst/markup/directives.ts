import * as z from 'zod/mini'
import type { Tile } from '../../../contract/answer.ts'
import type { Chart } from '../../../contract/chart.ts'
import { chart } from '../../../contract/chart.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Offer } from './offer.ts'
import { readPieces } from './pieces.ts'

/** A line of markup that is no prose, read and typed. */
export type Directive =
  | { name: 'tile'; label: string; figure: Piece[]; note: Piece[]; tone: Tile['tone'] }
  /** A chart drawn by reference, or the id of a table to chart by rule. */
  | { name: 'chart'; chart: Chart | null; table: string }
  | { name: 'table'; table: string; caption: string; columns: string[]; fold?: true }
  | { name: 'ask'; question: string }
  | { name: 'choice'; offer: Offer }
  | { name: 'next'; offer: Offer }

const tones = z.enum(['good', 'bad', 'neutral'])

/** null for a directive that does not exist or cannot be read: it is left out. */
export function readDirective(name: string, rest: string): Directive | null {
  const fields = rest.split(' | ').map(field => field.trim())
  switch (name) {
    case 'tile': {
      const [label = '', figure = '', note = '', tone] = fields
      const parsed = tones.safeParse(tone)
      return {
        name,
        label,
        figure: readPieces(figure),
        note: readPieces(note),
        tone: parsed.success ? parsed.data : 'neutral',
      }
    }
    case 'chart':
      return readChart(rest.trim())
    case 'table': {
      const [table = '', caption = '', columns = '', fold] = fields
      return {
        name,
        table,
        caption,
        columns: columns
          .split(',')
          .map(key => key.trim())
          .filter(Boolean),
        ...(fold === 'fold' ? { fold: true } : {}),
      }
    }
    case 'ask':
      return { name, question: rest.trim() }
    case 'choice':
    case 'next': {
      const [label = '', question = '', ...ask] = fields
      if (label === '') return null
      return {
        name,
        offer: { label, question: question === '' ? label : question, ...readAsk(ask.join(' | ')) },
      }
    }
    default:
      return null
  }
}

/** The text of queries stands as a JSON string: it has lines, a directive is one. */
function readAsk(field: string): Pick<Offer, 'ask'> {
  if (!field.startsWith('"')) return {}
  try {
    return { ask: String(JSON.parse(field)) }
  } catch {
    return {}
  }
}

function readChart(rest: string): Directive | null {
  if (!rest.startsWith('{')) return { name: 'chart', chart: null, table: rest.split(/[\s|]/)[0] ?? '' }
  try {
    const parsed = chart.safeParse(JSON.parse(rest))
    return parsed.success ? { name: 'chart', chart: parsed.data, table: parsed.data.table } : null
  } catch {
    return null
  }
}
