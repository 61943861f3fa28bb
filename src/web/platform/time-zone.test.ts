import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../testing/browser-globals.ts'

const key = 'soko_time_zone'
let storage: Storage
const load = async () => (await import('./time-zone.ts')).timeZone

beforeEach(() => {
  vi.resetModules()
  vi.restoreAllMocks()
  storage = stubBrowser().storage
})

test('the name of the time zone is asked for once, also over page loads', async () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const asked = vi.spyOn(Intl, 'DateTimeFormat')
  expect((await load())()).toBe(zone)
  vi.resetModules()
  const timeZone = await load()
  expect(timeZone()).toBe(zone)
  expect(timeZone()).toBe(zone)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('who has travelled is asked again', async () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  storage.setItem(key, JSON.stringify({ zone: 'Pacific/Niue', offsets: '660 660 661' }))
  expect((await load())()).toBe(zone)
  expect(JSON.parse(storage.getItem(key) ?? '')).toMatchObject({ zone })
})

test('what is kept unreadably is not trusted', async () => {
  storage.setItem(key, '{"zone":5}')
  expect((await load())()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
