import { expect, test } from 'vitest'
import type { Block, Claim } from '../../contract/answer.ts'
import { claimsIn, openIn } from './block-claims.ts'

const claim = (id: string): Claim => ({
  id,
  table: 't1',
  row: 0,
  column: 'v',
  value: 1,
  unit: null,
  entity: 'Diapers, Ghana',
  period: '2025',
  measure: 'Value sales',
  shown: '1',
  formula: null,
})
const block: Block = {
  type: 'list',
  checked: true,
  heading: null,
  items: [[{ text: 'One: ' }, { text: '1', claim: 'c1' }], [{ text: '2', claim: 'c2' }]],
}

test('the claims of a block stay the same object while only others arrive', () => {
  const c1 = claim('c1')
  const before = claimsIn(block, { c1 })
  expect(before).toEqual({ c1 })
  expect(claimsIn(block, { c1, c9: claim('c9') })).toBe(before)
  const c2 = claim('c2')
  expect(claimsIn(block, { c1, c2 })).toEqual({ c1, c2 })
  expect(claimsIn(block, { c1: claim('c1'), c2 })).not.toBe(before)
})

test('the open claim is known only to the blocks it stands in', () => {
  expect(openIn(block, 'c2')).toBe('c2')
  expect(openIn(block, 'c9')).toBeNull()
  expect(openIn({ type: 'method', lines: ['c2'] }, 'c2')).toBeNull()
})
