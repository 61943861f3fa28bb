import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { spawnNode } from '../testing/spawn-node.ts'

const module = (name: string) => JSON.stringify(join(import.meta.dirname, name))

/** Runs a small server-like process: `body` may use `ended` (what its end does) and `say`. */
async function run(body: string, endsAfterMs: number, signals: [afterMs: number, NodeJS.Signals][] = []) {
  const source = `
    import { endInOrder } from ${module('shutdown.ts')}
    import { createLog } from ${module('log.ts')}
    const say = text => process.stdout.write(text + '\\n')
    endInOrder(createLog('info'), async () => {
      say('ending')
      await new Promise(resolve => setTimeout(resolve, ${endsAfterMs}))
      say('ended')
    })
    setInterval(() => {}, 1000)
    ${body}
    say('ready')`
  const child = spawnNode(['--input-type=module-typescript', '--eval', source])
  let said = ''
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  let isSignalled = false
  child.stdout?.on('data', chunk => {
    said += chunk
    if (isSignalled || !said.includes('ready')) return
    isSignalled = true
    for (const [afterMs, signal] of signals) setTimeout(() => child.kill(signal), afterMs)
  })
  const code = await new Promise<number | null>(resolve => {
    child.on('close', resolve)
  })
  return { code, said }
}

describe('the end of the process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it in order', async signal => {
    const { code, said } = await run('', 100, [[0, signal]])
    expect([code, said]).toEqual([0, 'ready\nending\nended\n'])
  })

  test('a second signal ends it at once; the same wish passed on twice does not', async () => {
    const twice = await run('', 300, [
      [0, 'SIGINT'],
      [50, 'SIGTERM'],
    ])
    expect([twice.code, twice.said]).toEqual([0, 'ready\nending\nended\n'])
    const later = await run('', 20_000, [
      [0, 'SIGINT'],
      [900, 'SIGINT'],
    ])
    expect([later.code, later.said]).toEqual([1, 'ready\nending\n'])
  })

  test('faults 167: a promise that fails unheard, in a timer too, is logged and the process goes on', async () => {
    const body = `
      setTimeout(() => { void Promise.reject(new Error('unheard')) }, 10)
      setTimeout(() => { say('still here'); process.kill(process.pid, 'SIGTERM') }, 200)`
    const { code, said } = await run(body, 10)
    expect(code).toBe(0)
    expect(said).toContain('"message":"unheard"')
    // The log is another stream: a busy machine may bring its line later.
    expect(said.replace(/^\{.*\n/m, '')).toBe('ready\nstill here\nending\nended\n')
  })

  test('faults 167: an exception nobody caught lets running work end, then exits for the supervisor', async () => {
    const { code, said } = await run(`setTimeout(() => { throw new Error('uncaught') }, 10)`, 100)
    expect(code).toBe(1)
    expect(said).toContain('"message":"uncaught"')
    expect(said).toMatch(/ending\n[\s\S]*ended\n$/)
  })
})
