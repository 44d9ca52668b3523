import pino from 'pino'
import { describeDatabase, requireInstallation } from './cli/command-database.ts'
import { findCommand, runCommand } from './cli/commands.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'

/** The operator's command line; it works with and without a running server. */
try {
  const args = process.argv.slice(2)
  const { migrating = 'require' } = findCommand(args)
  const log = pino({ level: 'error' }, pino.destination(2))
  const config = readConfig()
  // Not to the output, which other programs may read.
  process.stderr.write(`Database: ${await describeDatabase(config)}\n`)
  if (migrating === 'require') await requireInstallation(config)
  const deps = await createDeps(config, log, { migrating })
  process.stdout.write(`${await runCommand(deps, args)}\n`)
  await deps.stop()
  await deps.db.destroy()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
