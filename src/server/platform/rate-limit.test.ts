import { describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createRateLimits, sweepRateLimits } from './rate-limit.ts'

const { pool } = await testDatabase()
const limit = { name: 'test', points: 3, windowSeconds: 60 }

describe('a rate limit', () => {
  test('lets so many through in a window, then says when to come back', async () => {
    const limits = createRateLimits(pool, true)
    for (let count = 0; count < 3; count += 1) await limits.take(limit, 'a')
    const refused = await limits.take(limit, 'a').catch(error => error)
    expect(refused).toMatchObject({ code: 'rate_limited' })
    expect(refused.details.retryAfterSeconds).toBeGreaterThan(50)
    expect(refused.details.retryAfterSeconds).toBeLessThanOrEqual(60)
    await limits.take(limit, 'b')
  })

  test('counts for all instances together, exactly, also in parallel', async () => {
    const instances = [createRateLimits(pool, true), createRateLimits(pool, true)]
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => instances[index % 2]?.tryTake(limit, 'parallel')),
    )
    expect(taken.filter(Boolean)).toHaveLength(3)
  })

  test('can be looked at without counting, and begun anew', async () => {
    const limits = createRateLimits(pool, true)
    for (let count = 0; count < 3; count += 1) {
      await limits.check(limit, 'c')
      await limits.tryTake(limit, 'c')
    }
    await expect(limits.check(limit, 'c')).rejects.toMatchObject({ code: 'rate_limited' })
    await limits.forget(limit, 'c')
    await limits.check(limit, 'c')
  })

  test('keeps no address in the table, whatever the length of the key', async () => {
    const limits = createRateLimits(pool, true)
    await limits.take(limit, `${'ama@example.com '.repeat(100)}`)
    const rows = await pool.query('SELECT key FROM rate_limits')
    expect(JSON.stringify(rows.rows)).not.toContain('ama')
  })

  test('switched off, lets everything through and counts nothing', async () => {
    const limits = createRateLimits(pool, false)
    for (let count = 0; count < 10; count += 1) await limits.take(limit, 'off')
    expect(await limits.tryTake(limit, 'off')).toBe(true)
    await createRateLimits(pool, true).take(limit, 'off')
  })

  test('counters that ended are swept, others stay', async () => {
    const limits = createRateLimits(pool, true)
    await limits.take({ name: 'short', points: 1, windowSeconds: 1 }, 'x')
    await limits.take(limit, 'stays')
    await pool.query(`UPDATE rate_limits SET expire = 1 WHERE key LIKE 'short:%'`)
    await sweepRateLimits(pool)
    const keys = (await pool.query<{ key: string }>('SELECT key FROM rate_limits')).rows.map(({ key }) => key)
    expect(keys.some(key => key.startsWith('short:'))).toBe(false)
    expect(keys.some(key => key.startsWith('test:'))).toBe(true)
  })
})
