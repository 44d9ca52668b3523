import { parseArgs } from 'node:util'
import { runChaos } from './chaos.ts'
import { askToRestart } from './stack.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: 'coffer' },
    people: { type: 'string', default: '4' },
    store: { type: 'string', default: 'disk' },
  },
})
// The programs of the stack are ended at the exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const say = (line: string) => void process.stdout.write(`${line}\n`)

const { failures, figures } = await runChaos({
  seed: values.seed,
  count: Number(values.count),
  people: Number(values.people),
  until: Date.now() + Number(values.minutes) * 60_000,
  pauseMs: 5_000,
  restart: (_, service) => askToRestart(service),
  report: say,
})
for (const line of figures) say(line)
say(failures.length === 0 ? '\nNothing was lost.' : `\n${failures.join('\n')}`)
process.exit(failures.length === 0 ? 0 : 1)
