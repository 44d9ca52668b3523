import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playwrightFailures, vitestFailures } from './failures.mjs'
import { root } from './paths.mjs'

test('every failed test is named with the first line of its error', () => {
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

test('a file that broke before its first test is named itself', () => {
  const broken = { name: join(root, 'a.test.ts'), status: 'failed', message: 'no such module\nat' }
  const report = { testResults: [{ ...broken, assertionResults: [] }] }
  expect(vitestFailures(report)).toEqual(['a.test.ts: no such module'])
})

test('a failed journey is named wherever it lies, and a flaky one is not', () => {
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
