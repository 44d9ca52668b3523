import { writeFileSync } from 'node:fs'

/**
 * A reporter of Vitest for errors outside tests: they fail the run, and its JSON report does not list them.
 * Writes their messages as a JSON array to the file that UNCAUGHT_ERRORS names.
 */
export default class UncaughtErrors {
  onTestRunEnd(_files, errors) {
    const messages = errors.map(({ name, message }) => `${name}: ${message}`)
    writeFileSync(process.env.UNCAUGHT_ERRORS, JSON.stringify(messages))
  }
}
