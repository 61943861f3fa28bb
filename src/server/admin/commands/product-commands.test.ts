import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { dataOf, operatorDesk } from '../../testing/operator-desk.ts'

const { pool } = await testDatabase()
const { admin, actsOn } = operatorDesk(pool)

describe('products', () => {
  test('are made off sale, given prices as exact text, put on sale and taken off, each act noted', async () => {
    const set = ['products', 'set', 'agency', '--name', 'Agency', '--description', 'For many', '--as', 'Efua']
    expect(await admin(['products', 'set', 'agency', '--name', 'Agency'])).toMatchObject({
      code: 4,
      err: 'A new product needs a name, a description and credits.\n',
    })
    expect((await admin([...set, '--credits', '5000'])).out).toContain('not on sale yet')
    expect(
      (await admin(['products', 'price', 'agency', 'GHS', '5000.50', '--reason', 'List of May'])).code,
    ).toBe(0)
    expect((await admin(['products', 'price', 'agency', 'UGX', '1500000'])).code).toBe(0)
    expect(dataOf(await admin(['products', 'on', 'agency', '--json']))).toEqual({
      id: 'agency',
      changed: true,
    })
    expect(dataOf(await admin(['products', 'on', 'agency', '--json']))).toEqual({
      id: 'agency',
      changed: false,
    })
    const list = await admin(['products', 'list'])
    expect(list.out).toMatch(/agency +Agency +5000 +5,000\.50 GHS, 1,500,000 UGX +yes/)
    await admin(['products', 'price', 'agency', 'UGX', 'none'])
    await admin(['products', 'off', 'agency'])
    expect((await admin(['products', 'list'])).out).toMatch(/agency +Agency +5000 +5,000\.50 GHS +no/)
    expect((await actsOn('agency')).map(({ act, actor, reason }) => [act, actor, reason])).toEqual([
      ['products set', 'Efua', null],
      ['products price', 'Kofi', 'List of May'],
      ['products price', 'Kofi', null],
      ['products on', 'Kofi', null],
      ['products price', 'Kofi', null],
      ['products off', 'Kofi', null],
    ])
  })

  test.each([
    ['GHS', '0'],
    ['GHS', '1.005'],
    ['GHS', '1e3'],
    ['GHS', '0x10'],
    ['UGX', '1.5'],
    ['ghs', '1'],
    ['GHS', '99999999999999'],
  ])('faults 98: take no price that is not exact: %s %s', async (currency, amount) => {
    const before = (await pool.query('SELECT * FROM payment_price ORDER BY 1, 2')).rows
    expect((await admin(['products', 'price', 'team', currency, amount])).code).toBe(4)
    expect((await pool.query('SELECT * FROM payment_price ORDER BY 1, 2')).rows).toEqual(before)
  })

  test('that nobody has are not found, and an id that is none is refused', async () => {
    expect(await admin(['products', 'on', 'nothing'])).toMatchObject({
      code: 3,
      err: 'There is no product nothing\n',
    })
    const set = ['--name', 'A', '--description', 'B', '--credits', '1']
    expect((await admin(['products', 'set', 'Not An Id', ...set])).code).toBe(4)
    expect((await admin(['products', 'set', 'team', '--credits', '0'])).code).toBe(2)
  })
})

test('faults 104: prices of answers come in versions, each with its reason; the old one stays', async () => {
  expect(await admin(['prices', 'set', '--quick', '4'])).toMatchObject({
    code: 2,
    err: '--reason is needed\n',
  })
  const made = await admin([
    'prices',
    'set',
    '--quick',
    '4',
    '--reason',
    'Dearer models',
    '--as',
    'Efua',
    '--json',
  ])
  const { version, ...list } = dataOf<{ version: number }>(made)
  expect(list).toEqual({ quick: 4, deep: 10, perThousandTokens: 1 })
  expect((await admin(['prices', 'set', '--quick', '4', '--reason', 'Again'])).code).toBe(4)
  const shown = dataOf<{ versions: { version: number; quick: number }[] }>(
    await admin(['prices', 'list', '--json']),
  )
  expect(shown.versions.map(one => [one.version, one.quick])).toEqual([
    [version, 4],
    [1, 3],
  ])
  expect(await actsOn('prices')).toEqual([{ act: 'prices set', actor: 'Efua', reason: 'Dearer models' }])
})
