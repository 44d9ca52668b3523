const nothing = { passed: 0, failed: 0, skipped: 0 }

/** What Vitest's JSON report counts; a file that broke before its first test is one failure. */
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

/** What Playwright's JSON report counts; a journey that passed when run again is listed as flaky. */
export function playwrightCounts({ stats }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
}

/** The exit code outranks the report: whatever broke a step, or kept it from running, is a failure. */
export function judge(exitCode, counts = nothing) {
  const ranNothing = counts.passed + counts.failed === 0
  const brokeUnseen = exitCode !== 0 && counts.failed === 0
  return ranNothing || brokeUnseen ? { ...counts, failed: counts.failed + 1 } : counts
}

export function total(all) {
  const sum = key => all.reduce((before, counts) => before + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
