import type { AnswerComposer, Failed } from './answer-composer.ts'
import type { ResultSet } from './claims/result-set.ts'
import type { Piece } from './claims/verify-sentence.ts'
import type { LanguageModel, ModelPrompt } from './model/language-model.ts'
import { AnswerMeter } from './model/stream-limits.ts'
import { streamStep } from './model/stream-step.ts'

export interface RewritingParts {
  composer: AnswerComposer
  /** What the product's own writer would begin with. */
  headline: readonly Piece[] | undefined
  results: ResultSet
  model: LanguageModel
  signal: AbortSignal
}

/** More failed sentences than this are not worth a call each: the rest is left out. */
const mostRewrites = 8
const rewriteMs = 15_000
const rewriteRule =
  'Rewrite one sentence so that it has only figures that stand in the tables, or none. Answer with the sentence alone.'

/**
 * A sentence with a figure that no table has is rewritten once by the model; where that fails too, a headline is taken from the
 * product's own writer and any other sentence is left out.
 */
export async function rewriteFailed(parts: RewritingParts): Promise<void> {
  const { composer, headline } = parts
  const failures = composer.failures()
  for (const failed of failures.slice(0, mostRewrites)) {
    const text = await rewrite(failed, parts)
    if (text !== null && composer.rewrite(failed, text)) continue
    if (headline && composer.blocks[failed.block]?.type === 'headline')
      composer.replaceHeadline(failed.block, headline)
  }
  if (failures.length > 0) composer.settleAll()
}

async function rewrite(failed: Failed, { model, results, signal }: RewritingParts): Promise<string | null> {
  const titles = results.tables.map(table => `${table.id} ${table.title}`).join('; ')
  try {
    const asked = `Sentence: ${failed.text}\nNot in the tables: ${failed.unmatched.join(', ')}\nTables: ${titles}`
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
