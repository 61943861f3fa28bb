import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

const token = 'q7uD2m0T9vXbq1cW4eR8tY6uI3oP5aS7dF9gH1jK2lZ'
const seeded = [
  'Seeded-Password-1!',
  token,
  'seeded-device',
  'seeded-cookie',
  'seeded-key',
  '482915',
  'seeded-mail',
]

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('trace', { write: line => void lines.push(line) }))
  return lines.join('')
}

describe('the log', () => {
  test('faults 168: hides seeded secrets wherever they are put', () => {
    const text = logged(log => {
      log.info({ password: 'Seeded-Password-1!', password_confirmation: 'Seeded-Password-1!' }, 'register')
      log.info({ body: { user: { newPassword: 'Seeded-Password-1!', otp: '482915' } } }, 'deep')
      log.info({ headers: { authorization: `Bearer ${token}`, cookie: 'seeded-cookie' } }, 'headers')
      log.info(
        { 'x-device-token': 'seeded-device', device_token: 'seeded-device', apiKey: 'seeded-key' },
        'tokens',
      )
      log.info({ list: [{ code: token }] }, `opened /verify/${token}`)
      log.warn('Bearer seeded-key')
      log.error(
        { err: new Error(`no session for ${token}`, { cause: new Error(`Bearer ${token}`) }) },
        'failed',
      )
      log.error(new Error(`bare ${token}`))
      log.error({ err: new DrizzleQueryError('select $1', ['seeded-mail', token], new Error('x')) }, 'query')
      log.child({ token }).info('child')
      log.info({ url: `https://a:seeded-key@host/?x=1` }, 'address')
    })
    for (const secret of seeded) expect(text).not.toContain(secret)
    expect(text).toContain('select $1')
    expect(
      text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).level),
    ).toHaveLength(11)
  })

  test('keeps what operators need: counts, ids, statuses, the code of an error and where it came from', () => {
    const text = logged(log => {
      const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      log.warn(
        { err: error, status: 503, tokens: { input: 42 }, request_id: 'abcdefghijklmnop' },
        'The database is away',
      )
    })
    expect(JSON.parse(text)).toMatchObject({
      level: 'warn',
      msg: 'The database is away',
      status: 503,
      tokens: { input: 42 },
      request_id: 'abcdefghijklmnop',
      err: { message: 'refused', code: 'ECONNREFUSED', stack: expect.stringContaining('log.test.ts') },
    })
  })

  test('survives what cannot be written: a circle and great depth', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(logged(log => log.info({ circle }, 'round'))).toContain('round')
  })
})
