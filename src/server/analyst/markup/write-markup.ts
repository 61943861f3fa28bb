import type { BlockOf } from '../../../contract/answer.ts'
import type { Chart } from '../../../contract/chart.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Offer } from './offer.ts'
import { writePieces } from './pieces.ts'

/** A block as a writer drafts it: figures by reference, nothing checked yet. */
export type Draft =
  | { type: 'headline'; pieces: Piece[] }
  | {
      type: 'tiles'
      tiles: {
        label: string
        figure: Piece
        note: Piece[]
        tone: BlockOf<'tiles'>['tiles'][number]['tone']
      }[]
    }
  | { type: 'chart'; chart: Chart }
  | { type: 'table'; table: string; caption: string; columns: string[]; fold?: true }
  | { type: 'paragraph'; heading: string | null; pieces: Piece[] }
  | { type: 'list'; heading: string | null; items: Piece[][] }
  | { type: 'ask'; question: string; choices: Offer[] }
  | { type: 'followups'; items: Offer[] }

/** Drafts as the text that a model streams; `MarkupReader` reads it back. */
export function writeMarkup(drafts: readonly Draft[]): string {
  return `${drafts.map(writeDraft).join('\n\n')}\n`
}

const field = (text: string) => text.replace(/\s*\n\s*/g, ' ').replaceAll(' | ', ' / ')

function writeDraft(draft: Draft): string {
  switch (draft.type) {
    case 'headline':
      return `# ${writePieces(draft.pieces)}`
    case 'tiles':
      return draft.tiles
        .map(
          tile =>
            `@tile ${field(tile.label)} | ${writePieces([tile.figure])} | ${writePieces(tile.note)} | ${tile.tone}`,
        )
        .join('\n')
    case 'chart':
      return `@chart ${JSON.stringify(draft.chart)}`
    case 'table':
      return `@table ${draft.table} | ${field(draft.caption)} | ${draft.columns.join(',')}${draft.fold ? ' | fold' : ''}`
    case 'paragraph':
      return `${heading(draft.heading)}${writePieces(draft.pieces)}`
    case 'list':
      return `${heading(draft.heading)}${draft.items.map(item => `- ${writePieces(item)}`).join('\n')}`
    case 'ask':
      return [
        `@ask ${field(draft.question)}`,
        ...draft.choices.map(one => `@choice ${writeOffer(one)}`),
      ].join('\n')
    case 'followups':
      return draft.items.map(one => `@next ${writeOffer(one)}`).join('\n')
  }
}

const writeOffer = ({ label, question, ask }: Offer) =>
  [field(label), field(question), ...(ask === undefined ? [] : [JSON.stringify(ask)])].join(' | ')

const heading = (text: string | null) => (text === null ? '' : `## ${field(text)}\n`)
