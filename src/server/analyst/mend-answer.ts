import type { Plan } from '../../contract/plan.ts'
import type { Catalogue } from '../insights/insights.ts'
import type { AnswerComposer, Failed } from './answer-composer.ts'
import type { ResultSet } from './claims/result-set.ts'
import { writePieces } from './markup/pieces.ts'
import type { LanguageModel, ModelPrompt } from './model/language-model.ts'
import { AnswerMeter } from './model/stream-limits.ts'
import { streamStep } from './model/stream-step.ts'
import { writeAnswer } from './writer/write-answer.ts'

export interface MendingParts {
  composer: AnswerComposer
  plan: Plan
  results: ResultSet
  catalogue: Catalogue
  model: LanguageModel
  signal: AbortSignal
}

/** More failed sentences than this are not worth a call each: the rest is left out. */
const mostRewrites = 8
const rewriteMs = 15_000
const rewriteRule =
  'Rewrite one sentence so that it holds only figures that stand in the tables, or none. Answer with the sentence alone.'

/**
 * A sentence with a figure that no result holds is rewritten once by the model; where that fails too, a headline is
 * taken from the built-in writer and any other sentence is left out.
 */
export async function mendAnswer(parts: MendingParts): Promise<void> {
  const { composer, plan, results, catalogue } = parts
  const failures = composer.failures()
  for (const failed of failures.slice(0, mostRewrites)) {
    const text = parts.model.provider === 'built-in' ? null : await rewrite(failed, parts)
    if (text !== null && composer.mend(failed, text)) continue
    if (composer.blocks[failed.block]?.type !== 'headline') continue
    const headline = writeAnswer(plan, results, catalogue).find(draft => draft.type === 'headline')
    if (headline) composer.mend(failed, writePieces(headline.pieces))
  }
  if (failures.length > 0) composer.settleAll()
}

async function rewrite(failed: Failed, { model, results, signal }: MendingParts): Promise<string | null> {
  const told = results.tables.map(table => `${table.id} ${table.title}`).join('; ')
  try {
    const asked = `Sentence: ${failed.text}\nNot in the tables: ${failed.unmatched.join(', ')}\nTables: ${told}`
    const prompt: ModelPrompt = [
      { role: 'system', content: rewriteRule },
      { role: 'user', content: [{ type: 'text', text: asked }] },
    ]
    const step = await streamStep(model, { prompt, maxOutputTokens: 300, abortSignal: signal }, () => {}, {
      silenceMs: rewriteMs,
      deadlineMs: performance.now() + rewriteMs,
      backoffMs: [],
      meter: new AnswerMeter(),
    })
    const [first] = step.text.trim().split('\n')
    return step.isWhole && first ? first : null
  } catch {
    return null
  }
}
