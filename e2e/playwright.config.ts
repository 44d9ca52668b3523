import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** Runs the journeys in the system's Chromium against the built product. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.journey.ts',
  outputDir: join(tmpdir(), 'coffer-journeys'),
  // Files run in parallel; tests of one file run in order. More workers than cores are slower: two cores
  // ran 39 journeys in 212 s of two workers, and in 272 s of four.
  workers: availableParallelism(),
  // On CI a failed test runs once more; the report names it as flaky.
  retries: process.env.CI ? 1 : 0,
  // Generous for busy machines; nothing waits longer than it must.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // Tests of a worker share a browser context, which is emptied between them: a new one starts a
    // process and compiles all scripts again.
    reuseContext: true,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives for seconds, so optimising its code takes longer than running it.
        '--js-flags=--no-maglev,--no-turbofan,--always-sparkplug',
      ],
    },
  },
})
