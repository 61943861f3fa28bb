import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const beside = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'eval/*.test.ts']

/** They start and kill whole servers, make the whole panel or ask all questions: up to half a minute each. */
const wholeProcesses = [
  'src/server/main.test.ts',
  'src/server/admin-*.test.ts',
  'src/server/full-disk.test.ts',
  'src/server/insights/make-sample-panel.test.ts',
  // Thousands of generated queries, and two hundred over the whole panel.
  'src/server/insights/query/property.test.ts',
  'src/server/insights/query/hand-written.test.ts',
  'src/server/platform/postgres/borrow-postgres.test.ts',
  'src/server/platform/postgres/embedded-postgres.test.ts',
  'proofs/**/*.test.ts',
  'eval/whole-set.test.ts',
  'eval/over-http.test.ts',
  'scripts/interrupted-tests.test.ts',
  'scripts/chromium.test.ts',
]

/** What guards the product: from its sources beside the others, and from what was built among the whole processes. */
const eitherWay = ['src/server/http-security.test.ts', 'src/server/access-matrix.test.ts']

/** A second, the default, is soon over beside other work. */
const pollMax = { timeout: 10_000 }

const onPostgres = {
  globalSetup: ['src/server/testing/postgres-for-tests.ts'],
  // Only against what hangs: a busy machine takes its time.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: pollMax },
}

/**
 * `unit`: what stands beside its source. `processes`: the slow part of it, left out of `npm run check`. `e2e`: whole
 * journeys in a browser, on one product. The last two run two files at a time.
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
          provide: { serverFrom: 'sources' },
          include: beside,
          exclude: wholeProcesses,
          isolate: false,
          setupFiles: ['scripts/leave-no-trace.ts'],
          // By itself one processor would stay free, which on two of them is half: the tests mostly wait.
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'processes',
          provide: { serverFrom: 'build' },
          include: [...wholeProcesses, ...eitherWay],
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: ['e2e/shared-product.ts'],
          include: ['e2e/**/*.e2e.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: pollMax },
        },
      },
    ],
  },
})
