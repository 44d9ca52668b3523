import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { migrate } from './db/migrate.ts'
import { type OpenDatabase, openPostgres, openSqlite, sqliteFileIn } from './db/open.ts'
import { openDiskStore } from './files/disk-store.ts'
import { passwordHasher } from './lib/passwords.ts'
import { createOutbound } from './outbound/outbound.ts'
import { createRuntime, type Runtime } from './runtime.ts'
import { readSecret } from './secret.ts'

/** Prevents the start; its message is the one line that the operator sees. */
class StartupError extends Error {
  override readonly name = 'StartupError'
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)

async function requireDataDir(dir: string, log: FastifyBaseLogger): Promise<void> {
  try {
    await openDataFolder(dir, log)
  } catch (cause) {
    throw new StartupError(`The data folder ${dir} can't be written: ${reasonOf(cause)}`, { cause })
  }
}

async function openDatabase(
  { databaseUrl, dataDir }: Config,
  now: () => Date,
): Promise<OpenDatabase> {
  let database: OpenDatabase | undefined
  try {
    database = databaseUrl ? openPostgres(databaseUrl) : openSqlite(sqliteFileIn(dataDir))
    await migrate(database, now)
    return database
  } catch (cause) {
    await database?.db.destroy().catch(() => undefined)
    const reason = reasonOf(cause)
    throw new StartupError(
      reason.startsWith('The database') ? reason : `The database can't be read: ${reason}`,
      {
        cause,
      },
    )
  }
}

/**
 * Opens the data folder, the database and everything else the server needs.
 * @throws StartupError with a one-line message
 */
export async function createDeps(config: Config, log: FastifyBaseLogger): Promise<Runtime> {
  const now = () => new Date()
  await requireDataDir(config.dataDir, log)
  const database = await openDatabase(config, now)
  return createRuntime(database, {
    config,
    secret: await readSecret(config.dataDir, config.appSecret),
    blobs: await openDiskStore(join(config.dataDir, 'blobs'), config.diskReserveBytes),
    hashPassword: passwordHasher(),
    outbound: createOutbound({ ...config.remote, appUrl: config.appUrl }),
    now,
    newId: randomUUIDv7,
    transferCheckMs: 1000,
    log,
  })
}
