import { readdirSync, readFileSync } from 'node:fs'
import { platform } from 'node:process'
import { expect, test, vi } from 'vitest'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { createWarehouse } from './warehouse.ts'

/** The process of the warehouse among our children, as Linux shows it. */
function warehousePid(): number {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const found = pids.find(pid => {
    try {
      const isOurs =
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${process.pid}`
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('warehouse-process')
    } catch {
      // It ended meanwhile.
      return false
    }
  })
  return Number(found)
}

test.runIf(platform === 'linux')(
  'the process of DuckDB is given no setting and no secret of ours',
  async () => {
    const settings = [
      'DATABASE_URL',
      'SMTP_URL',
      'INSTALLATION_SECRET',
      'OPENAI_API_KEY',
      'PAYPAL_CLIENT_SECRET',
    ]
    for (const name of settings) vi.stubEnv(name, 'seeded-secret')
    const warehouse = await createWarehouse(await panelForTests())
    try {
      expect((await warehouse.query('SELECT 1')).rows).toEqual([[1]])
      const environment = readFileSync(`/proc/${warehousePid()}/environ`, 'utf8')
      expect(environment).not.toContain('seeded-secret')
      const names = environment.split('\0').map(entry => entry.split('=', 1)[0] ?? '')
      const expected = new Set([
        '',
        'PATH',
        'HOME',
        'TMPDIR',
        'TZ',
        'LANG',
        'NODE_CHANNEL_FD',
        'NODE_CHANNEL_SERIALIZATION_MODE',
      ])
      expect(names.filter(name => !expected.has(name))).toEqual([])
    } finally {
      await warehouse.close()
    }
  },
  60_000,
)
