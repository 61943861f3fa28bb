import { type Dim, dims } from '../../../../contract/query.ts'
import { type Rule, rule } from '../chart.ts'

const isDim = (dim: string): dim is Dim => dims.includes(dim as Dim)

/** 'Those brands', 'the ten countries', 'not GDP'. */
export const referenceRules: Rule[] = [
  // 'For our importer', 'I am a student'
  rule('setting setting', 'setting', 'setting', (_, b) => b, -0.4, 0),
  rule('frame setting', 'frame', 'setting', () => ({ c: 'filler' }), -1.5),
  rule('ref dim', 'ref', 'dim', (a, b) =>
    !a.dim && isDim(b.dim) && (a.ref === 'those' || a.ref === 'rest') ? { ...a, dim: b.dim } : null,
  ),
  rule('ref one', 'ref', 'dim', (a, b) =>
    !a.dim && isDim(b.dim) && a.ref === 'it' && !b.n ? { ...a, dim: b.dim } : null,
  ),
  // 'The other CEMAC countries'
  rule('other group', 'ref', 'set', (a, b) => (a.ref === 'rest' && b.group !== null ? b : null)),
  rule('next num', 'op', 'num', (a, b) =>
    a.op === 'next' && Number.isInteger(b.value) && b.value < 60
      ? { c: 'ref', ref: 'more', n: b.value }
      : null,
  ),
  // 'Les 5 suivants'
  rule('num next', 'num', 'op', (a, b) =>
    b.op === 'next' && Number.isInteger(a.value) && a.value < 60
      ? { c: 'ref', ref: 'more', n: a.value }
      : null,
  ),
  rule('not meas', 'op', 'meas', (a, b) => (a.op === 'not' ? { c: 'wrong', of: b } : null), 0, 1),
  rule('not name', 'op', 'set', (a, b) =>
    a.op === 'not' && b.of.k === 'ids' ? { c: 'minus', dim: b.dim, of: b.of } : null,
  ),
  rule('not time', 'op', 'time', (a, b) => (a.op === 'not' ? { c: 'wrong', of: b } : null), 0, 1),
]
