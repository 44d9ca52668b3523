import pino from 'pino'
import { runCommand } from './cli/commands.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'

/** The operator's command line; it works with and without a running server. */
try {
  const deps = await createDeps(readConfig(), pino({ level: 'error' }, pino.destination(2)))
  process.stdout.write(`${await runCommand(deps, process.argv.slice(2))}\n`)
  await deps.db.destroy()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
