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

/** What failed, by Playwright's JSON report, whose suites hold one another. */
export function playwrightFailures({ suites = [] }) {
  return suites.flatMap(suite => [
    ...(suite.specs ?? [])
      .filter(spec => !spec.ok)
      .map(spec => line(`${spec.file}:${spec.line} › ${spec.title}`, messageOf(spec))),
    ...playwrightFailures(suite),
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
