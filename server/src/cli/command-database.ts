import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { databaseInUse } from '../db/database-choice.ts'
import { inspectPostgres } from '../db/inspect-postgres.ts'
import { sqliteFileIn } from '../db/open.ts'
import { hasSecret } from '../secret.ts'
import { CommandError } from './command-error.ts'

/** Names the database without its user and password. */
export async function describeDatabase(config: Config): Promise<string> {
  const { url } = await databaseInUse(config)
  if (url === undefined) return `SQLite in ${resolve(config.dataDir)}`
  const { host, pathname, searchParams } = new URL(url)
  const server = host || (searchParams.get('host') ?? 'localhost')
  return `PostgreSQL, ${decodeURIComponent(pathname.slice(1))} at ${server}`
}

async function hasMigrations(url: string): Promise<boolean> {
  let migrations: string[] = []
  await inspectPostgres(url, facts => {
    migrations = facts.migrations ?? []
    return false
  })
  return migrations.length > 0
}

const ADVICE =
  'Run the command with the variables of the server, such as DATA_DIR, DATABASE_URL and APP_SECRET.'

/**
 * Reads only, because a command in a shell without the variables of the server would otherwise
 * create another installation.
 * @throws CommandError
 */
export async function requireInstallation(config: Config): Promise<void> {
  const { dataDir, appSecret, databaseDirectUrl } = config
  const { url } = await databaseInUse(config)
  const exists =
    url === undefined
      ? existsSync(sqliteFileIn(dataDir))
      : await hasMigrations(databaseDirectUrl ?? url)
  if (!exists) throw new CommandError(`This database has no installation of Coffer. ${ADVICE}`)
  if (!hasSecret(dataDir, appSecret))
    throw new CommandError(`No secret is in ${resolve(dataDir)}. ${ADVICE}`)
}
