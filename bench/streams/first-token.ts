import { askLoad, startLoad } from './hold-streams.ts'
import { askPipe, askProduct, type Stage } from './stage.ts'

const warmUpCount = 30
/** The second word comes long after the first: nothing but the first could have been waited for. */
const wish = { words: 2, perSecond: 25 }

/**
 * What is between a question and its first word, in ms each: one after the other over one connection. The model answers
 * at once, so all of it is ours: session, credit, rows and relay.
 */
export async function firstTokens(stage: Stage, on: 'product' | 'pipe', count: number): Promise<number[]> {
  const load = startLoad()
  try {
    const asks = Array.from({ length: warmUpCount + count }, (_, at) => {
      const user = stage.users[at % stage.users.length]
      if (!user) throw new Error('Nobody is signed in')
      return on === 'product' ? askProduct(stage, user, wish) : askPipe(stage, wish)
    })
    const { firsts } = await askLoad(load, { kind: 'first', asks }, 'firsts')
    return firsts.firstMs.slice(warmUpCount)
  } finally {
    load.disconnect()
  }
}
