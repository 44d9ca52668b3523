const nothing = { passed: 0, failed: 0, skipped: 0 }

/** Counts from Vitest's JSON report; a file that failed before its first test is one failure. */
export function vitestCounts(report) {
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(t => t.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts from Playwright's JSON report; a journey that passed on a retry counts as passed. */
export function playwrightCounts({ stats }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
}

/** Adds a failure when the step ran no test, or failed without a failed test in its report. */
export function countsWithExitCode(exitCode, counts = nothing) {
  const ranNothing = counts.passed + counts.failed === 0
  const failedUnreported = exitCode !== 0 && counts.failed === 0
  return ranNothing || failedUnreported ? { ...counts, failed: counts.failed + 1 } : counts
}

export function total(all) {
  const sum = key => all.reduce((before, counts) => before + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
