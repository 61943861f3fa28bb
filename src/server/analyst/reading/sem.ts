import type { Cond, Dim, End, Expr, Fold, SetOf, Time, TimeGrain } from '../../../contract/query.ts'

/** What a piece of a question means; the chart joins small pieces to larger ones. */
export type Sem =
  /** `scale`: what it was multiplied by, 'million'. */
  | { c: 'num'; value: number; scale?: number }
  /** Million, thousand … */
  | { c: 'scale'; value: number }
  | { c: 'unit'; unit: string }
  /** A number with a unit, or one that cannot be a year. */
  /** `reached`: when it is reached is asked. */
  | { c: 'qty'; value: number; unit: string | null; scale?: number; reached?: true; own?: Expr }
  /** Half, double, a third: of what it stands beside. */
  | { c: 'factor'; value: number; verb: boolean }
  | { c: 'ordinal'; n: number }
  /** `counted`: how many of them is asked, 'miaka mingapi'. */
  | { c: 'grain'; grain: TimeGrain; adverb: boolean; counted?: boolean }
  | { c: 'month'; month: number }
  | { c: 'part'; grain: 'half' | 'quarter'; n: number }
  | { c: 'time'; time: Time; vague: boolean }
  /** `than`: the second is what the first is compared with, 'lower than in 2014'. */
  | { c: 'times'; list: Time[]; than?: boolean }
  /** The same stretch again, the year before: relative to what was asked last. */
  | { c: 'timeRef'; ref: 'same' | 'before' | 'after' | 'since'; n: number; grain: TimeGrain }
  /** What a change is measured from: 'on the year before', 'against the same quarter of 2024'. */
  | { c: 'against'; n: number; grain: TimeGrain; of: Time | null; vs?: true }
  /** `perHead`: 'the average Kenyan'; `groups`: a list of nothing but groups. */
  | {
      c: 'set'
      dim: Dim
      of: SetOf
      group: string | null
      name: boolean
      /** Members of an earlier answer. */
      shown?: true
      perHead?: boolean
      /** 'How many Kenyans', 'how many diapers'. */
      counted?: true
      /** Said before it: 'the mean of the SADC'. */
      fold?: SemOf<'fold'>
      groups?: string[]
      /** 'المغربي', one man of the country: per head beside a verb of consuming. */
      citizen?: true
    }
  /** Countries with a border to `of`, or to the one asked about. */
  | { c: 'neighbours'; of: SetOf | null }
  /** `own`: what its size is, 'economies' by GDP. */
  | { c: 'dim'; dim: Dim | 'group' | 'department'; own: Expr | null; n?: number; counted?: boolean }
  /** 'How big', 'size': the amount of what is named. */
  | { c: 'size' }
  /** `weak`: 'people', which says whom another measure is of; 'how many people', which asks for their number. */
  /** `beside`: 'with its price'. */
  | {
      c: 'meas'
      of: Expr
      panel: boolean
      listed?: boolean
      tested?: true
      weak?: 'whom' | 'count'
      beside?: boolean
      /** A verb of consuming, 'drinks': its subject may be one citizen. */
      verb?: true
    }
  | { c: 'op'; op: string }
  /** `own`: what is compared, 'cheaper than'. */
  /** `after`: it follows its number, '80 and above'. */
  /** `ahead`: it will be so, 'dépassera'. */
  | { c: 'cmp'; op: Comparison; change?: boolean; own?: Expr; after?: true; ahead?: true }
  /**
   * `on`: what is tested is the change ('fell by more than half'), a growth factor ('at least doubled') or a distance;
   * `goal`: the level that a change leads to, 'rose to 80%'.
   */
  | { c: 'pred'; tests: Test[]; on?: 'up' | 'down' | 'any' | 'times'; own?: Expr; goal?: true; ahead?: true }
  /** Tested against another measure, or against `times` the own value at `at`: 'less than half of its 2014 level'. */
  | {
      c: 'predExpr'
      op: Comparison
      of: Expr | null
      times: number
      at: Time | null
      change: boolean
      /** What has changed, where the verb says it. */
      own?: Expr
      /** Of whom, where the verb comes first. */
      subject?: SemOf<'set'>
    }
  /** Tested against the same measure elsewhere: 'larger than Angola's'; 'share': in per cent of it. */
  | {
      c: 'rival'
      op: Comparison | 'share' | 'times' | 'than'
      of: SemOf<'set'>
      change?: boolean
      own?: Expr
    }
  /** In how many periods a condition is to be true: 'in at least four years', 'in every year'. */
  | { c: 'freq'; op: Comparison | 'every'; n: number }
  /** The distance of two values: 'gap between', 'how many times as big'. */
  | { c: 'relate'; how: 'difference' | 'times' | 'percent'; reference: boolean; own?: Expr; less?: boolean }
  /** In per cent of another measure: 'as a percentage of GDP'. */
  | { c: 'of'; of: Expr }
  /** The brand with the greatest sales: 'the market leader'. */
  | { c: 'lead' }
  /** 'Lower', 'bigger': which end of a short list is meant. */
  | { c: 'comp'; end: End; own: Expr | null; quality?: boolean }
  /** A phrase that says nothing of what is asked. */
  | { c: 'filler' }
  /** 'For our', 'I am a', and whom or what an answer is for: 'importer', 'board meeting'. Together they say nothing of it. */
  | { c: 'frame' }
  | { c: 'setting' }
  /** When something was first or last so. */
  | { c: 'find'; find: 'first' | 'last' }
  /** `subject`: of whom, where it stands inside: 'exceeded the population of Egypt 100 million'. */
  | { c: 'cond'; cond: Cond; subject?: SemOf<'set'>; ahead?: true }
  /** `of`: the noun beside it, 'ten biggest economies'. */
  | {
      c: 'sup'
      end: End
      own: Expr | null
      n: number | null
      skip: number
      both: boolean
      change: boolean
      /** 'Best', 'worst': which end that is depends on the measure; 'high' is the best. */
      quality?: boolean
      /** Of shares: 'lost most share'. */
      share?: true
      of?: Dim
      /** What the size of that noun is. */
      nounOwn?: Expr | null
    }
  /** `quality`: 'improved', up where more is better. */
  | {
      c: 'change'
      dir: 'up' | 'down' | 'any'
      as: ChangeForm | null
      own: Expr | null
      quality?: boolean
      /** 'Growth' as the name of a figure, and that it stands in a list of some. */
      noun?: 'alone' | 'listed'
    }
  | { c: 'per'; by: Expr }
  /** `verb`: what follows is the part, 'how much do exports represent'. */
  | { c: 'share'; verb?: true }
  | { c: 'real' }
  | { c: 'money'; money: 'usd' | 'lcu' | 'both'; country: string | null }
  | { c: 'fold'; how: Fold; weighted: Expr | null; simple: boolean }
  /** 'High inflation': where the list starts. */
  | { c: 'degree'; end: End }
  | { c: 'nominal' }
  /** `firm`: asked for by such a word alone; else whatever is said beside it is part of the study. */
  | { c: 'study'; kind: string; firm: boolean }
  /** What a market or a country is described by. */
  | { c: 'profile' }
  /** 'Above a normal month'. */
  | { c: 'usual' }
  | { c: 'slice'; by: Dim | TimeGrain | 'group' | 'department'; n?: number; own?: Expr | null; share?: true }
  | { c: 'want'; want: 'who' | 'count' | 'when' | 'yesno' | 'amount' | 'why' | 'list' }
  | { c: 'stat'; stat: string }
  /** `n`: how many are meant, which one (from the end where below 0), or which ask; 0 where that is not said. */
  | {
      c: 'ref'
      ref: 'those' | 'their' | 'it' | 'its' | 'there' | 'here' | 'nth' | 'rest' | 'more' | 'ask'
      n: number
      dim?: Dim
      /** 'The three': only where nothing is counted by it. */
      bare?: true
    }
  /** `after`: it governs what goes before it; `start`: said before anything else; `names`: beside nothing but names. */
  | { c: 'edit'; edit: string; place: 'after' | 'start' | 'names' | null }
  /** Said as a rate, wanted as a number of people. */
  | { c: 'number' }
  /** What was not meant: 'not GDP'. */
  | { c: 'wrong'; of: Sem }
  | { c: 'talk'; talk: string }
  /** What is known and not among the figures; `country`: where a town or a part of a country is. */
  | {
      c: 'unavailable'
      of: 'measure' | 'place' | 'goods' | 'brand'
      country: string | null
      /** Id of the measure or segment nearest to it. */
      nearest: string | null
    }
  /** What narrows a figure to a part that has none of its own: 'rural', 'women'. */
  | { c: 'restrictor' }
  /** A word that changes how a figure is made, which no rule knows: no reading may pass over it. */
  | { c: 'barred' }
  /**
   * The first words of a question or request, of one by yes or no, of what it is for ('to take into'), of what was heard; what
   * stands before the name of who is greeted and of who signs.
   */
  | { c: 'asks'; kind: 'question' | 'truth' | 'aside' | 'report' | 'greeting' | 'closing' }
  /** 'If', 'suppose': what follows is asked for as if it were so. `start`: only before a clause, as 'se' is 'itself' elsewhere. */
  | { c: 'if'; start?: true }
  /** What stays as it is beside what is supposed: 'nobody drinks less'. */
  | { c: 'steady' }
  /** 'An elasticity of −0.5'. */
  | { c: 'elasticity'; value: number | null }
  /** A part of growth: 'price-led', 'the effect of the currency'. */
  | { c: 'effect'; of: 'price' | 'volume' | 'currency' | 'both' }
  /** What an index starts from: '2015 = 100'. */
  | { c: 'base'; time: Time }
  /** So many periods: 'five years', 'a decade'. */
  | { c: 'dur'; n: number; grain: TimeGrain }
  /** What is left out: 'except Nigeria'. */
  | { c: 'minus'; dim: Dim; of: SetOf }
  /** The first part of a pair, with the word that waits for the second. */
  | { c: 'open'; op: string; held: Sem }

export type Comparison = '<' | '<=' | '=' | '>=' | '>'

export interface Test {
  op: Comparison
  value: number
  unit: string | null
}

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
