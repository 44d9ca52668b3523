import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  playwrightFailures,
  playwrightRetries,
  vitestFailures,
  vitestRetries,
} from './failures.mjs'
import { root } from './paths.mjs'

test('lists each failed test with the first line of its error', () => {
  const report = {
    testResults: [
      {
        name: join(root, 'server/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'one' },
          { status: 'failed', fullName: 'two', failureMessages: ['Error: no\n    at a'] },
        ],
      },
      { name: join(root, 'b.test.ts'), status: 'passed', assertionResults: [] },
    ],
  }
  expect(vitestFailures(report)).toEqual(['server/a.test.ts › two: Error: no'])
})

test('lists a file that failed before its first test', () => {
  const broken = { name: join(root, 'a.test.ts'), status: 'failed', message: 'no such module\nat' }
  const report = { testResults: [{ ...broken, assertionResults: [] }] }
  expect(vitestFailures(report)).toEqual(['a.test.ts: no such module'])
})

test('lists failed journeys of nested suites, and no flaky ones', () => {
  const failed = {
    ok: false,
    file: 'zip.journey.ts',
    line: 24,
    title: 'comes down',
    tests: [{ results: [{}, { error: { message: 'Timed out\nmore' } }] }],
  }
  const flaky = { ...failed, ok: true, title: 'at last' }
  const report = { suites: [{ specs: [flaky], suites: [{ specs: [failed] }] }] }
  expect(playwrightFailures(report)).toEqual(['zip.journey.ts:24 › comes down: Timed out'])
})

test('lists a test that passed on a retry, with the error of its first attempt', () => {
  const report = {
    testResults: [
      {
        name: join(root, 'server/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'one', failureMessages: [] },
          { status: 'passed', fullName: 'two', failureMessages: ['Error: late\n    at a'] },
          { status: 'failed', fullName: 'three', failureMessages: ['Error: no'] },
        ],
      },
    ],
  }
  expect(vitestRetries(report)).toEqual(['server/a.test.ts › two: Error: late'])
})

test('lists a journey that passed on a retry', () => {
  const spec = { ok: true, file: 'zip.journey.ts', line: 24, title: 'downloads' }
  const results = [{ error: { message: 'Timed out\nmore' } }, {}]
  const flaky = { ...spec, tests: [{ status: 'flaky', results }] }
  const passed = { ...spec, title: 'passes', tests: [{ status: 'expected', results: [{}] }] }
  const failed = { ...spec, ok: false, tests: [{ status: 'unexpected', results }] }
  const report = { suites: [{ specs: [passed, failed], suites: [{ specs: [flaky] }] }] }
  expect(playwrightRetries(report)).toEqual(['zip.journey.ts:24 › downloads: Timed out'])
})
