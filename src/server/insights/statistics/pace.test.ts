import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Pace, paceBetween, timeToDouble, timeToReach } from './pace.ts'

describe('known answers', () => {
  // The exact years of the table beside the 'rule of 72' in textbooks of finance: ln 2 ÷ ln(1 + rate).
  test.each([
    [1, 69.661],
    [2, 35.003],
    [5, 14.207],
    [7, 10.245],
    [10, 7.273],
    [25, 3.106],
  ])('at %d% a year a figure doubles in %d years', (percent, years) => {
    expect(timeToDouble(percent)).toEqual({ kind: 'time', periods: expect.closeTo(years, 3) })
  })

  test('from 8.7% in 2010 to 15.6% in 2023, 50% is 65 years away by equal steps, 26 compound', () => {
    const steps = paceBetween(8.7, 15.6, 13, 'step') as Pace
    expect(steps).toEqual({ kind: 'step', step: expect.closeTo(0.5308, 4) })
    expect(timeToReach(15.6, 50, steps)).toEqual({ kind: 'time', periods: expect.closeTo(64.81, 2) })
    const compound = paceBetween(8.7, 15.6, 13, 'percent') as Pace
    expect(timeToReach(15.6, 50, compound)).toEqual({ kind: 'time', periods: expect.closeTo(25.93, 2) })
  })

  test('a target below is reached by a falling pace, and where one stands in no time', () => {
    expect(timeToReach(80, 20, { kind: 'step', step: -15 })).toEqual({ kind: 'time', periods: 4 })
    expect(timeToReach(80, 20, { kind: 'percent', percent: -50 })).toEqual({ kind: 'time', periods: 2 })
    expect(timeToReach(5, 5, { kind: 'step', step: 0 })).toEqual({ kind: 'time', periods: 0 })
  })
})

describe('refusals', () => {
  test.each([
    ['a pace that leads away', 10, 20, { kind: 'percent', percent: -3 }, 'never'],
    ['a pace of zero', 10, 20, { kind: 'percent', percent: 0 }, 'never'],
    ['steps of zero', 10, 20, { kind: 'step', step: 0 }, 'never'],
    ['a loss of everything', 10, 5, { kind: 'percent', percent: -100 }, 'out_of_range'],
    ['a compound pace from zero', 0, 5, { kind: 'percent', percent: 4 }, 'not_positive'],
    ['a gap', Number.NaN, 5, { kind: 'percent', percent: 4 }, 'gap'],
  ] as const)('%s', (_, from, target, pace, why) => {
    expect(timeToReach(from, target, pace)).toEqual({ kind: 'unavailable', why })
  })

  test('no pace from nothing, over no time, or from a missing figure', () => {
    expect(paceBetween(0, 5, 3, 'percent')).toEqual({ kind: 'unavailable', why: 'not_positive' })
    expect(paceBetween(1, 5, 0, 'step')).toEqual({ kind: 'unavailable', why: 'too_short', need: 1 })
    expect(paceBetween(1, Number.NaN, 3, 'step')).toEqual({ kind: 'unavailable', why: 'gap' })
    expect(timeToDouble(-2)).toEqual({ kind: 'unavailable', why: 'never' })
  })
})

test('the pace between two figures leads from one to the other in that time', () => {
  const figure = fc.integer({ min: 1, max: 1e6 })
  fc.assert(
    fc.property(figure, figure, fc.integer({ min: 1, max: 80 }), (first, last, periods) => {
      fc.pre(first !== last)
      for (const kind of ['percent', 'step'] as const) {
        const time = timeToReach(first, last, paceBetween(first, last, periods, kind) as Pace)
        expect(time.kind === 'time' && time.periods / periods).toBeCloseTo(1, 6)
      }
    }),
  )
})
