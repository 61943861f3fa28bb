import type { Cond, Dim, End, Expr, Fold, SetOf, Time, TimeGrain } from '../../../contract/query.ts'

/** What a piece of a question means; the chart joins small pieces to larger ones. */
export type Sem =
  | { c: 'num'; value: number }
  /** Million, thousand … */
  | { c: 'scale'; value: number }
  | { c: 'unit'; unit: string }
  /** A number with a unit, or one that cannot be a year. */
  | { c: 'qty'; value: number; unit: string | null }
  /** Half, double, a third: of what it stands beside. */
  | { c: 'factor'; value: number }
  | { c: 'ordinal'; n: number }
  | { c: 'grain'; grain: TimeGrain; adverb: boolean }
  | { c: 'month'; month: number }
  | { c: 'part'; grain: 'half' | 'quarter'; n: number }
  | { c: 'time'; time: Time; vague: boolean }
  | { c: 'times'; list: Time[] }
  /** The same stretch again, the year before: relative to what was asked last. */
  | { c: 'timeRef'; ref: 'same' | 'before' | 'after'; n: number; grain: TimeGrain }
  /** `perHead`: 'the average Kenyan'; `groups`: a list of nothing but groups. */
  | {
      c: 'set'
      dim: Dim
      of: SetOf
      group: string | null
      name: boolean
      perHead?: boolean
      groups?: string[]
    }
  | { c: 'dim'; dim: Dim | 'group' | 'department' }
  | { c: 'meas'; of: Expr; panel: boolean }
  | { c: 'op'; op: string }
  | { c: 'cmp'; op: '<' | '<=' | '=' | '>=' | '>' }
  | { c: 'pred'; tests: { op: '<' | '<=' | '=' | '>=' | '>'; value: number; unit: string | null }[] }
  | { c: 'predExpr'; op: '<' | '<=' | '=' | '>=' | '>'; of: Expr; times: number }
  | { c: 'cond'; cond: Cond }
  | { c: 'sup'; end: End; own: Expr | null; n: number | null; skip: number; both: boolean; change: boolean }
  | { c: 'change'; dir: 'up' | 'down' | 'any'; as: ChangeForm | null; own: Expr | null }
  | { c: 'per'; by: Expr }
  | { c: 'share' }
  | { c: 'real' }
  | { c: 'money'; money: 'usd' | 'lcu'; country: string | null }
  | { c: 'fold'; how: Fold; weighted: Expr | null }
  | { c: 'slice'; by: Dim | TimeGrain | 'group' | 'department' }
  | { c: 'want'; want: 'who' | 'count' | 'when' | 'yesno' | 'amount' | 'why' | 'list' }
  | { c: 'stat'; stat: string }
  | { c: 'ref'; ref: 'those' | 'it' | 'nth' | 'rest'; n: number }
  | { c: 'edit'; edit: string }
  | { c: 'talk'; talk: string }
  | { c: 'unavailable'; topic: string }
  | { c: 'restrictor'; word: string }
  /** So many periods: 'five years', 'a decade'. */
  | { c: 'dur'; n: number; grain: TimeGrain }
  /** What is left out: 'except Nigeria'. */
  | { c: 'minus'; dim: Dim; of: SetOf }
  /** The first part of a pair, with the word that waits for the second. */
  | { c: 'open'; op: string; held: Sem }

export type ChangeForm = 'percent' | 'points' | 'difference' | 'cagr' | 'times'
export type SemOf<C extends Sem['c']> = Extract<Sem, { c: C }>

/** A piece with the tokens it covers. */
export interface Piece {
  sem: Sem
  from: number
  to: number
  /** What it costs: distance skipped, rare reading, spelling corrected. */
  cost: number
  /** Ids of the rules that made it, for people who look. */
  why: string
}
