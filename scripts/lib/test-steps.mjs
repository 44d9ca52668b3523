import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { playwrightCounts, vitestCounts } from './counts.mjs'
import {
  playwrightFailures,
  playwrightRetries,
  vitestFailures,
  vitestRetries,
} from './failures.mjs'
import { root } from './paths.mjs'

/** A check counts as one test. */
const oneTest = exitCode => (exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : undefined)

/**
 * The steps of `npm test`, in order: a name, a command, and functions that return counts, failures and
 * tests that passed on a retry.
 */
export function testSteps(reportFolder) {
  return [
    ...checks(),
    vitest(join(reportFolder, 'vitest.json'), join(reportFolder, 'uncaught-errors.json')),
    journeys(join(reportFolder, 'e2e.json')),
  ]
}

/** The parts of `npm run check` as separate steps, so that a failure does not skip the others. */
function checks() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = [...scripts.check.matchAll(/npm run (\S+)/g)].map(match => match[1])
  return names.map(name => ({
    name,
    command: ['npm', 'run', '--silent', name],
    count: oneTest,
    failures: () => [],
    retries: () => [],
  }))
}

function vitest(report, uncaughtErrors) {
  // Without explicit reporters Vitest selects others depending on the environment.
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--reporter=./scripts/lib/uncaught-errors.mjs',
  ]
  return {
    name: 'vitest',
    command: ['vitest', 'run', ...reporters, '--allowOnly=false'],
    env: { UNCAUGHT_ERRORS: uncaughtErrors },
    count: () => fromReport(report, vitestCounts),
    failures: () => [
      ...(fromReport(report, vitestFailures) ?? []),
      ...(fromReport(uncaughtErrors, errors => errors.map(error => `outside tests: ${error}`)) ??
        []),
    ],
    retries: () => fromReport(report, vitestRetries) ?? [],
  }
}

function journeys(report) {
  return {
    name: 'journeys',
    command: [
      'playwright',
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=list,json',
      '--forbid-only',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: () => fromReport(report, playwrightCounts),
    failures: () => fromReport(report, playwrightFailures) ?? [],
    retries: () => fromReport(report, playwrightRetries) ?? [],
  }
}

function fromReport(report, read) {
  return existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : undefined
}
