import { expect, test } from 'vitest'
import { judge, playwrightCounts, summary, total, vitestCounts } from './counts.mjs'

const twoPassed = { passed: 2, failed: 0, skipped: 0 }

test('a step that ran its tests and ended well counts as they say', () => {
  expect(judge(0, twoPassed)).toEqual(twoPassed)
})

test('a step that ran nothing has failed, however well it ended', () => {
  expect(judge(0, undefined).failed).toBe(1)
  expect(judge(0, { passed: 0, failed: 0, skipped: 5 })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 5,
  })
})

test('a step that ended badly has failed, even when every test it reports has passed', () => {
  expect(judge(1, twoPassed)).toEqual({ ...twoPassed, failed: 1 })
})

test('a failure that the report already holds is counted once', () => {
  expect(judge(1, { passed: 2, failed: 3, skipped: 0 }).failed).toBe(3)
})

test('a file that broke before its first test is one failure', () => {
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

test('a journey that passed when it was run again has passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 }
  expect(playwrightCounts({ stats })).toEqual({ passed: 7, failed: 1, skipped: 1 })
})

test('the last line tells of skipped tests only when there are some', () => {
  expect(summary(total([twoPassed, twoPassed]))).toBe('4 passed, 0 failed')
  expect(summary({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped')
})
