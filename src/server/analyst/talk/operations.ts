import { basis, includes, modelled, names, years } from './about-answer.ts'
import type { TalkAct } from './acts.ts'
import { advice } from './advice.ts'
import { better } from './better.ts'
import { fact } from './country-facts.ts'
import { codes, contents, define } from './define.ts'
import { holds, panel } from './holdings.ts'
import { method } from './method.ts'
import { position } from './position.ts'
import { headline, restate } from './restate.ts'
import { chart, email, language, repeat, table } from './show-again.ts'
import { bye, hello, help, refuse, sorry, thanks, who } from './small-talk.ts'
import { source } from './source.ts'
import { sure } from './sure.ts'
import type { Operation } from './talk-context.ts'
import { why } from './why.ts'

/** What answers each act of talk. */
export const operations: Record<TalkAct, Operation> = {
  ...{ source, method, sure, position, why, better, advice },
  ...{ restate, headline, email, table, chart, language, repeat },
  ...{ modelled, names, years, basis, includes },
  ...{ define, codes, contents, fact, holds, panel },
  ...{ refuse, hello, thanks, bye, who, help, sorry },
}
