import { expect, test } from 'vitest'
import { countsWithExitCode, playwrightCounts, summary, total, vitestCounts } from './counts.mjs'

const twoPassed = { passed: 2, failed: 0, skipped: 0 }

test('a successful step keeps its counts', () => {
  expect(countsWithExitCode(0, twoPassed)).toEqual(twoPassed)
})

test('a step that ran no test has failed, whatever its exit code', () => {
  expect(countsWithExitCode(0, undefined).failed).toBe(1)
  expect(countsWithExitCode(0, { passed: 0, failed: 0, skipped: 5 })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 5,
  })
})

test('a step with an error exit code has failed even if all reported tests passed', () => {
  expect(countsWithExitCode(1, twoPassed)).toEqual({ ...twoPassed, failed: 1 })
})

test('a reported failure is counted once', () => {
  expect(countsWithExitCode(1, { passed: 2, failed: 3, skipped: 0 }).failed).toBe(3)
})

test('a file that fails before its first test is one failure', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  }
  expect(vitestCounts(report)).toEqual({ passed: 4, failed: 2, skipped: 3 })
})

test('a journey that passes on a retry counts as passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 }
  expect(playwrightCounts({ stats })).toEqual({ passed: 7, failed: 1, skipped: 1 })
})

test('the summary mentions skipped tests only if there are any', () => {
  expect(summary(total([twoPassed, twoPassed]))).toBe('4 passed, 0 failed')
  expect(summary({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped')
})
