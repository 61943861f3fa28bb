import { expect, test } from 'vitest'
import { emptyPlan } from '../../contract/plan.ts'
import { planHash } from './plan-hash.ts'

test('the order of keys does not change a plan’s hash, its content does', () => {
  const turned = Object.fromEntries(Object.entries(emptyPlan).reverse()) as typeof emptyPlan
  expect(planHash(turned)).toBe(planHash(emptyPlan))
  expect(planHash({ ...emptyPlan, countries: ['GHA'] })).not.toBe(planHash(emptyPlan))
  expect(planHash(emptyPlan)).toMatch(/^[0-9a-f]{64}$/)
})
