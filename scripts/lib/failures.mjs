import { relative } from 'node:path'
import { root } from './paths.mjs'

/**
 * Lists failed tests from Vitest's JSON report, one line each, and files that failed before their first
 * test. They are printed at the end, because some CI logs keep only the last lines.
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

/** Lists tests that passed on a retry, from Vitest's JSON report, which keeps the errors of all attempts. */
export function vitestRetries({ testResults }) {
  return testResults.flatMap(file =>
    file.assertionResults
      .filter(test => test.status === 'passed' && test.failureMessages?.length > 0)
      .map(test =>
        line(`${relative(root, file.name)} › ${test.fullName}`, test.failureMessages[0]),
      ),
  )
}

/** Lists failed journeys from Playwright's JSON report. */
export const playwrightFailures = report => specLines(report, spec => !spec.ok)

/** Lists journeys that passed on a retry, from Playwright's JSON report. */
export const playwrightRetries = report =>
  specLines(report, spec => spec.ok && spec.tests.some(test => test.status === 'flaky'))

/** Suites are nested. */
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

function line(location, message = '') {
  const [first] = message.trim().split('\n')
  return first ? `${location}: ${first.slice(0, 300)}` : location
}
