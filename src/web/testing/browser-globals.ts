import { vi } from 'vitest'

/** A browser's storage in memory. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      values.set(key, value)
      Object.defineProperty(storage, key, { value, enumerable: true, configurable: true })
    },
    removeItem(key: string) {
      values.delete(key)
      Reflect.deleteProperty(storage, key)
    },
    clear() {
      for (const key of values.keys()) storage.removeItem(key)
    },
    key: (place: number) => [...values.keys()][place] ?? null,
    get length() {
      return values.size
    },
  }
  // As in a browser: the methods stand on the prototype, only the keys are the storage's own.
  for (const name of ['getItem', 'setItem', 'removeItem', 'clear', 'key', 'length']) {
    Object.defineProperty(storage, name, { enumerable: false })
  }
  return storage as Storage
}

/** The few things of a browser that the platform touches, for tests that run in Node. */
export function stubBrowser(cookie = ''): { storage: Storage; window: EventTarget } {
  const storage = memoryStorage()
  const window = new EventTarget()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', { cookie, hidden: true })
  vi.stubGlobal('navigator', { onLine: true })
  // These two stay: a frame that the last test of a file asked for may come after its end.
  globalThis.requestAnimationFrame ??= run => setTimeout(() => run(performance.now()))
  globalThis.cancelAnimationFrame ??= clearTimeout
  return { storage, window }
}

/** A signed-in session as login answers it. */
export const someSession = {
  token: 'token-1',
  device_token: 'device-1',
  user: {
    id: 'user-1',
    roles: ['user'],
    name: 'Ama Mensah',
    email: 'ama@example.com',
    location: null,
    phone: null,
    gender: null,
    occupation: null,
    industry: null,
    company: null,
    job_title: null,
    education: null,
    experience: null,
    age: null,
  },
}
