import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// A machine under load is slow at times; a rule is never about that.
const patient = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // On a machine nobody watches, once more; the report names what needed it.
  retry: process.env.CI ? 1 : 0,
} as const

const routes = 'server/{src,test}/**/*.routes.test.ts'
/** What goes on before the database is asked, which `npm run test:full` alone runs on both. */
const http = 'server/{src,test}/**/*.http.test.ts'

const integration = {
  ...patient,
  environment: 'node',
  // Loading the server took longer than the tests of most files; none changes what it loads.
  isolate: false,
  globalSetup: 'server/test/template-database.ts',
} as const

/** Routes are tested on each database, HTTP on one: see docs/testing.md. */
export default defineConfig({
  test: {
    // Otherwise one core is kept free, of two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          include: ['{contract,server,scripts}/**/*.test.{ts,mjs}'],
          exclude: ['**/*.{routes,http}.test.ts', '**/node_modules/**'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        test: {
          ...patient,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
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
    ],
  },
})
