import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const beside = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']

/** They start and kill whole servers or make the whole panel: half a minute each, and they want the machine to themselves. */
const wholeProcesses = [
  'src/server/main.test.ts',
  'src/server/admin-*.test.ts',
  'src/server/insights/make-sample-panel.test.ts',
  'src/server/platform/postgres/borrow-postgres.test.ts',
  'src/server/platform/postgres/embedded-postgres.test.ts',
  'proofs/**/*.test.ts',
]

const onPostgres = {
  globalSetup: ['src/server/testing/postgres-for-tests.ts'],
  testTimeout: 15_000,
  hookTimeout: 30_000,
}

/**
 * `unit`: what stands beside its source. `processes`: the slow part of it, left out of `npm run check`. `e2e`: whole
 * journeys in a browser, one after the other.
 */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          ...onPostgres,
          globalSetup: [...onPostgres.globalSetup, 'src/server/testing/echo-server.ts'],
          name: 'unit',
          include: beside,
          exclude: wholeProcesses,
          isolate: false,
          setupFiles: ['scripts/leave-no-trace.ts'],
          // By itself one processor would stay free, which on two of them is half: the tests mostly wait.
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        test: { ...onPostgres, name: 'processes', include: wholeProcesses, fileParallelism: false },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
