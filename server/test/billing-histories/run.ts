import { parseArgs } from 'node:util'
import { createTemplate } from '../template-database.ts'
import { databaseKind } from '../test-database.ts'
import { bundleServer } from './bundle.ts'
import { noFigures } from './figures.ts'
import { runHistory } from './history.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    users: { type: 'string', default: '200' },
    days: { type: 'string', default: '365' },
    kills: { type: 'string', default: '8' },
    /** Histories at the same time, as each waits for its own processes for most of its time. */
    parallel: { type: 'string', default: '2' },
    seed: { type: 'string', default: 'coffer' },
    /** Repeats the history of one number. */
    only: { type: 'string' },
    /** A folder for the billing rows of failed histories. */
    evidence: { type: 'string' },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [users, days, kills] = [Number(values.users), Number(values.days), Number(values.kills)]
const figures = noFigures()
let failed = 0
const startedAt = Date.now()

async function playAll(numbers: Iterable<number>): Promise<void> {
  for (const number of numbers) {
    const type = number % 3 === 0 ? 'metered' : 'fixed'
    const began = Date.now()
    const seed = `${values.seed}-${number}`
    const { evidence } = values
    const options = { seed, type, users, days, kills, evidence, program: server.program } as const
    const failures = await runHistory(options, figures)
    if (failures.length > 0) failed += 1
    const seconds = Math.round((Date.now() - began) / 1000)
    say(`history ${seed}, ${type}: ${failures.length} failures in ${seconds} s`)
    for (const failure of failures) say(`  ${failure}`)
  }
}

const server = await bundleServer()
const dropTemplate = await createTemplate(databaseKind())
try {
  const first = Number(values.only ?? 1)
  const last = Number(values.only ?? values.runs)
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index).values()
  await Promise.all(Array.from({ length: Number(values.parallel) }, () => playAll(numbers)))
} finally {
  await dropTemplate()
  await server.remove()
}
say(
  Object.entries(figures)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
)
say(
  `${failed} of ${figures.histories} histories failed, in ${Math.round((Date.now() - startedAt) / 1000)} s`,
)
process.exitCode = failed === 0 ? 0 : 1
