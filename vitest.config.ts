import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// A busy machine is slow; tests do not check timing.
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // CI retries once; the report lists tests that needed it.
  retry: process.env.CI ? 1 : 0,
} as const

const routes = 'server/{src,test}/**/*.routes.test.ts'
/** Behaviour that does not depend on the database; only `npm run test:full` runs it on both. */
const http = 'server/{src,test}/**/*.http.test.ts'

/** Behaviour that depends on the store of contents, which runs again with a bucket. */
const BUCKET = [
  'server/src/features/downloads/*.routes.test.ts',
  'server/src/features/uploads/{batch,chunks,finished,hostile,several,uploads}*.routes.test.ts',
  'server/test/durability/{kills,store-clock}.routes.test.ts',
]

/** Node.js runs the sources as it does without Vitest: they load in a third of the CPU time. */
const native = { viteModuleRunner: false, nodeLoader: false } as const

const integration = {
  ...limits,
  environment: 'node',
  // Loading the server takes longer than most files' tests, and no file modifies loaded modules.
  isolate: false,
  globalSetup: 'server/test/template-database.ts',
  experimental: native,
} as const

/** Routes are tested on each database, HTTP on one: see docs/testing.md. */
export default defineConfig({
  test: {
    // One more than cores, because tests also wait for processes, timers and the database.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: ['{contract,server,scripts}/**/*.test.{ts,mjs}'],
          exclude: ['**/*.{routes,http}.test.ts', '**/node_modules/**'],
          environment: 'node',
          isolate: false,
          experimental: native,
        },
      },
      {
        test: {
          ...limits,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test/set-up.ts'],
          // The few files that need a document name jsdom in their first line: it takes a second of CPU time.
          environment: 'node',
          isolate: false,
        },
      },
      {
        test: {
          ...integration,
          name: 'sqlite',
          include: [routes, http],
          env: { TEST_DATABASE: 'sqlite' },
        },
      },
      {
        test: {
          ...integration,
          name: 'postgres',
          include: process.env.TEST_MATRIX === 'full' ? [routes, http] : [routes],
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      {
        test: {
          ...integration,
          name: 'bucket',
          include: BUCKET,
          env: { TEST_DATABASE: 'postgres', TEST_STORAGE: 's3' },
        },
      },
    ],
  },
})
