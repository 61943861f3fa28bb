import type { Block, Claim, TableWords } from './answer.ts'
import type { ErrorCode } from './errors.ts'
import type { Source, Table } from './result.ts'
import type { TurnEvent, TurnState } from './turn-event.ts'

/** A plan, or queries. */
export type Asked = Extract<TurnEvent, { event: 'plan' }>['data']

/** A turn as far as its events have told it. */
export interface TurnView {
  readonly turnId: string | null
  readonly sessionKey: string | null
  readonly state: TurnState
  readonly steps: readonly { id: string; label: string; state: 'running' | 'done' | 'failed' }[]
  /** How the question was read; null before that is known. */
  readonly asked: Asked | null
  readonly tables: readonly Table[]
  readonly sources: readonly Source[]
  readonly dataVersion: string | null
  readonly tableWords: TableWords
  /** By index; null where a block was dropped. A block that did not change keeps its identity. */
  readonly blocks: readonly (Block | null)[]
  readonly claims: Readonly<Record<string, Claim>>
  readonly credits: number | null
  readonly error: { code: ErrorCode; message: string } | null
}

export const emptyTurnView: TurnView = {
  turnId: null,
  sessionKey: null,
  state: 'queued',
  steps: [],
  asked: null,
  tables: [],
  sources: [],
  dataVersion: null,
  tableWords: {},
  blocks: [],
  claims: {},
  credits: null,
  error: null,
}

/** The next view: pure, so the screen, a replay and the server's partial answer come out the same. */
export function applyTurnEvent(view: TurnView, event: TurnEvent): TurnView {
  switch (event.event) {
    case 'started':
      // Always the first: when it comes again, the turn is being told again from its beginning.
      return {
        ...emptyTurnView,
        turnId: event.data.turn_id,
        sessionKey: event.data.session_key,
        state: 'running',
      }
    case 'step': {
      const known = view.steps.some(step => step.id === event.data.id)
      const steps = known
        ? view.steps.map(step => (step.id === event.data.id ? event.data : step))
        : [...view.steps, event.data]
      return { ...view, steps }
    }
    case 'plan':
      return { ...view, asked: event.data }
    case 'result':
      return {
        ...view,
        tables: event.data.tables,
        sources: event.data.sources,
        dataVersion: event.data.data_version,
        tableWords: event.data.table_words ?? {},
      }
    case 'block':
      return { ...view, blocks: setBlock(view.blocks, event.data.index, event.data.block) }
    case 'delta': {
      const grown = growBlock(view.blocks[event.data.index], event.data.text)
      return { ...view, blocks: setBlock(view.blocks, event.data.index, grown) }
    }
    case 'claims': {
      const claims = { ...view.claims }
      for (const claim of event.data.claims) claims[claim.id] = claim
      return { ...view, claims }
    }
    case 'charge':
      return { ...view, credits: event.data.credits }
    case 'done':
      return { ...view, state: event.data.state }
    case 'error':
      return { ...view, error: event.data }
  }
}

function setBlock(blocks: TurnView['blocks'], index: number, block: Block | null): TurnView['blocks'] {
  const next = [...blocks]
  while (next.length < index) next.push(null)
  next[index] = block
  return next
}

/** Text grows a paragraph or headline; with no block there yet it starts an unchecked paragraph. */
function growBlock(block: Block | null | undefined, text: string): Block {
  if (block?.type === 'paragraph' || block?.type === 'headline') {
    const last = block.spans.at(-1)
    const spans =
      last && last.claim === undefined
        ? [...block.spans.slice(0, -1), { text: last.text + text }]
        : [...block.spans, { text }]
    return { ...block, spans }
  }
  return { type: 'paragraph', checked: false, heading: null, spans: [{ text }] }
}
