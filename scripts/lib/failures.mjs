import { relative } from 'node:path'
import { root } from './paths.mjs'

/**
 * What failed, by Vitest's JSON report: a line a test, and one for a file that broke before its
 * first. The end of a run is all that is kept of it in places, so it must name them again.
 */
export function vitestFailures({ testResults }) {
  return testResults
    .filter(file => file.status === 'failed')
    .flatMap(file => {
      const path = relative(root, file.name)
      const failed = file.assertionResults.filter(test => test.status === 'failed')
      if (failed.length === 0) return [line(path, file.message)]
      return failed.map(test => line(`${path} › ${test.fullName}`, test.failureMessages?.[0]))
    })
}

/** The tests that passed on a retry, by Vitest's JSON report, which keeps the errors of all attempts. */
export function vitestRetries({ testResults }) {
  return testResults.flatMap(file =>
    file.assertionResults
      .filter(test => test.status === 'passed' && test.failureMessages?.length > 0)
      .map(test =>
        line(`${relative(root, file.name)} › ${test.fullName}`, test.failureMessages[0]),
      ),
  )
}

/** What failed, by Playwright's JSON report. */
export const playwrightFailures = report => specLines(report, spec => !spec.ok)

/** The journeys that passed on a retry, by Playwright's JSON report. */
export const playwrightRetries = report =>
  specLines(report, spec => spec.ok && spec.tests.some(test => test.status === 'flaky'))

/** Suites hold one another. */
function specLines({ suites = [] }, isNamed) {
  return suites.flatMap(suite => [
    ...(suite.specs ?? [])
      .filter(isNamed)
      .map(spec => line(`${spec.file}:${spec.line} › ${spec.title}`, messageOf(spec))),
    ...specLines(suite, isNamed),
  ])
}

function messageOf(spec) {
  const results = spec.tests.flatMap(test => test.results)
  return results.find(result => result.error)?.error.message
}

function line(where, message = '') {
  const [first] = message.trim().split('\n')
  return first ? `${where}: ${first.slice(0, 300)}` : where
}
