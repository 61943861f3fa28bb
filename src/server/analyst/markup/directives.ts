import * as z from 'zod/mini'
import type { Suggestion, Tile } from '../../../contract/answer.ts'
import type { Chart } from '../../../contract/chart.ts'
import { chart } from '../../../contract/chart.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { readPieces } from './pieces.ts'

/** A line of markup that is no prose, read and typed. */
export type Directive =
  | { name: 'tile'; label: string; figure: Piece[]; note: Piece[]; tone: Tile['tone'] }
  /** A chart drawn by reference, or the id of a table to chart by rule. */
  | { name: 'chart'; chart: Chart | null; table: string }
  | { name: 'table'; table: string; caption: string; columns: string[] }
  | { name: 'ask'; question: string }
  | { name: 'choice'; suggestion: Suggestion }
  | { name: 'next'; suggestion: Suggestion }

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
      const [table = '', caption = '', columns = ''] = fields
      return {
        name,
        table,
        caption,
        columns: columns
          .split(',')
          .map(key => key.trim())
          .filter(Boolean),
      }
    }
    case 'ask':
      return { name, question: rest.trim() }
    case 'choice':
    case 'next': {
      const [label = '', question = ''] = fields
      if (label === '') return null
      return { name, suggestion: { label, question: question === '' ? label : question } }
    }
    default:
      return null
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
