import { expect, test } from 'vitest'
import { base32 } from './base32.ts'
import { stepAt, stepOfCode, totpCode, totpUri } from './totp.ts'

/** The secret of the test vectors of RFC 4226 and RFC 6238. */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i s is that of RFC 6238', (seconds, code) => {
  expect(totpCode(secret, stepAt(new Date(seconds * 1_000)))).toBe(code)
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j is that of RFC 4648', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected)
})

test('a code counts one step early and late, and no further', () => {
  const step = 50_000_000
  const at = (moved: number) => new Date((step + moved) * 30_000 + 15_000)
  const code = totpCode(secret, step)
  expect([-2, -1, 0, 1, 2].map(moved => stepOfCode(secret, code, at(moved)))).toEqual([
    null,
    step,
    step,
    step,
    null,
  ])
  expect(stepOfCode(secret, `${code}0`, at(0))).toBe(null)
  expect(stepOfCode(secret, '', at(0))).toBe(null)
})

test('the address for authenticators names product, account and secret', () => {
  const uri = new URL(totpUri(secret, 'ama+soko@example.com'))
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Soko:ama%2Bsoko%40example\.com\?/)
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Soko',
  })
})
