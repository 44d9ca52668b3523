import pino from 'pino'
import { isMigration, runCommand } from './cli/commands.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'

/** The operator's command line; it works with and without a running server. */
try {
  const args = process.argv.slice(2)
  const log = pino({ level: 'error' }, pino.destination(2))
  const migrating = isMigration(args) ? 'apply' : 'initialize'
  const deps = await createDeps(readConfig(), log, { migrating })
  process.stdout.write(`${await runCommand(deps, args)}\n`)
  await deps.db.destroy()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
