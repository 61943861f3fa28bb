import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { childEntry } from './child-entry.ts'
import { panelFiles, panelFolder, readPanelManifest } from './make-sample-panel.ts'
import { prepareSamplePanel } from './prepare-sample-panel.ts'

const dataFolder = join(import.meta.dirname, '../../../data')
const home = mkdtempSync(join(tmpdir(), 'soko-panel-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('faults 144: a killed generation leaves nothing in place, and the next one starts over', async () => {
  const dataDir = join(home, 'killed')
  const child = fork(childEntry('sample-panel-process'), { stdio: 'ignore' })
  child.send({ dataDir, dataFolder, seed: 20260101 })
  await new Promise(resolve => child.once('message', resolve))
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  expect(existsSync(panelFolder(dataDir))).toBe(false)
  expect(readdirSync(dataDir).filter(name => name.includes('making'))).toHaveLength(1)

  const told: number[] = []
  const made = await prepareSamplePanel({
    dataDir,
    dataFolder,
    onProgress: ({ done, of }) => told.push(done / of),
  })
  expect(made.rows).toBeGreaterThan(2_000_000)
  expect(made.bytes.panel).toBeLessThan(150_000_000)
  expect(readdirSync(dataDir)).toEqual(['sample-panel'])
  expect(told.length).toBeGreaterThan(10)
  expect(told.at(-1)).toBe(1)
  expect([...told].sort((a, b) => a - b)).toEqual(told)
}, 120_000)

test('the same seed makes the same bytes, and a panel in place is not made again', async () => {
  const dataDir = join(home, 'again')
  const first = await readPanelManifest(join(home, 'killed'), dataFolder)
  const second = await prepareSamplePanel({ dataDir, dataFolder })
  expect(second.panel_sha256).toBe(first?.panel_sha256)
  const told: number[] = []
  await prepareSamplePanel({ dataDir, dataFolder, onProgress: ({ done }) => told.push(done) })
  expect(told).toEqual([])
}, 120_000)

test('a panel that lost bytes, or is of another seed, does not count as made', async () => {
  const dataDir = join(home, 'again')
  expect(await readPanelManifest(dataDir, dataFolder, 1)).toBeNull()
  truncateSync(panelFiles(panelFolder(dataDir)).totals, 1000)
  expect(await readPanelManifest(dataDir, dataFolder)).toBeNull()
})
