import type { AnswerDocument, Block } from '../../contract/answer.ts'
import type { AnalystOutcome } from '../analyst/analyst.ts'
import { priceOfAnswer } from '../credits/credits.ts'
import type { AcceptedTurn } from './accept-turn.ts'

/** A stopped answer with this many checked blocks counts as a whole one. */
const wholeAnswerBlocks = 6

const isDelivered = (block: Block): boolean => {
  switch (block.type) {
    case 'headline':
    case 'paragraph':
    case 'list':
      return block.checked
    case 'tiles':
    case 'chart':
    case 'table':
      return true
    default:
      return false
  }
}

/** What a turn was accepted at. */
type Priced = Pick<AcceptedTurn, 'priceCredits' | 'quickPriceCredits' | 'perThousandTokens'>

/** The price an answer is charged by: Deep Research that is not proven to add data costs what a quick answer does. */
const priceOf = (turn: Priced, outcome: AnalystOutcome | null): number =>
  outcome?.addsData ? turn.priceCredits : Math.min(turn.priceCredits, turn.quickPriceCredits)

/** What a whole answer costs, in credits: 0 for an honest gap, help or a question back. */
export function chargeForWhole(turn: Priced, outcome: AnalystOutcome): number {
  const { free, builtIn, tokens } = outcome
  const priceCredits = priceOf(turn, outcome)
  const { perThousandTokens } = turn
  return free ? 0 : priceOfAnswer({ priceCredits, perThousandTokens, builtIn, tokens })
}

/**
 * What a stopped answer costs, in credits: a sixth of its price for each checked block that was delivered, rounded up,
 * at most what the whole would have cost; 0 before the first.
 */
export function chargeForPart(
  turn: Priced,
  outcome: AnalystOutcome | null,
  document: AnswerDocument | null,
): number {
  const delivered = document?.blocks.filter(isDelivered).length ?? 0
  if (delivered === 0) return 0
  const share = Math.min(1, delivered / wholeAnswerBlocks)
  const price = priceOf(turn, outcome)
  const whole = outcome ? chargeForWhole(turn, outcome) : price
  return Math.min(whole, Math.ceil(price * share))
}
