import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { databaseInUse } from './db/database-choice.ts'
import { databaseError } from './db/database-errors.ts'
import { migrate, requireMigrated } from './db/migrate.ts'
import { type OpenDatabase, openPostgres, openSqlite, sqliteFileIn } from './db/open.ts'
import { lockDataFolder } from './db/server-lock.ts'
import { applySessionDefaults } from './db/session-defaults.ts'
import { matchesSecret } from './features/settings/index.ts'
import { Stores } from './features/stores/index.ts'
import { passwordHasher } from './lib/passwords.ts'
import { createOutbound } from './outbound/outbound.ts'
import { ProcessReport } from './process-report.ts'
import { createRuntime, type Runtime } from './runtime.ts'
import { readSecret } from './secret.ts'

/** Between two attempts to reach the database. */
const ATTEMPTS_MS = 500

/** Prevents the start; its message is the one line that the operator sees. */
class StartupError extends Error {
  override readonly name = 'StartupError'
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)

async function requireDataDir(
  { dataDir: dir, delivery }: Config,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await openDataFolder(dir, { log, groupReadsContents: delivery === 'accel' })
  } catch (cause) {
    throw new StartupError(`The data folder ${dir} can't be written: ${reasonOf(cause)}`, { cause })
  }
}

/**
 * What a start does with missing migrations: `apply` them, or fail. `initialize` applies them to an
 * empty database alone.
 */
export type Migrating = 'apply' | 'require' | 'initialize'

interface Preparing {
  isServer: boolean
  migrating: Migrating
  now: () => Date
  log: FastifyBaseLogger
}

const prepareSchema = (database: OpenDatabase, now: () => Date, migrating: Migrating) =>
  migrating === 'apply'
    ? migrate(database, now)
    : requireMigrated(database, now, { initializes: migrating === 'initialize' })

/** Opens and migrates the SQLite database of a data folder; a server opens it alone, beside commands. */
async function openLocalDatabase(
  dataDir: string,
  { isServer, migrating, now }: Preparing,
): Promise<OpenDatabase> {
  const onClose = isServer ? lockDataFolder(dataDir) : undefined
  const database = openSqlite(sqliteFileIn(dataDir), { onClose })
  try {
    await prepareSchema(database, now, migrating)
    return database
  } catch (error) {
    await database.db.destroy()
    throw error
  }
}

/** Waits for a database that restarts, or starts at the same time. */
async function untilAnswering(
  { db }: OpenDatabase,
  waitMs: number,
  log: FastifyBaseLogger,
): Promise<void> {
  const until = Date.now() + waitMs
  for (let attempt = 1; ; attempt += 1)
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (databaseError(error)?.code !== 'storage.unavailable' || Date.now() >= until) throw error
      if (attempt === 1) log.warn({ err: error }, 'waiting for the database')
      await sleep(ATTEMPTS_MS)
    }
}

/** Opens a PostgreSQL database and migrates it, without a pooler, which may limit its time. */
async function openRemoteDatabase(
  url: string,
  { databaseDirectUrl, databasePool: poolSize, operation }: Config,
  { isServer, migrating, now, log }: Preparing,
): Promise<OpenDatabase> {
  const options = { poolSize, keepsPlans: databaseDirectUrl === undefined }
  const database = openPostgres(url, options)
  const direct = databaseDirectUrl === undefined ? database : openPostgres(databaseDirectUrl)
  try {
    const waitMs = isServer ? operation.startWaitMs : 0
    for (const each of new Set([direct, database])) await untilAnswering(each, waitMs, log)
    await prepareSchema(direct, now, migrating)
    if (await applySessionDefaults(database.db)) await database.db.destroy()
    else return database
  } catch (error) {
    await database.db.destroy()
    throw error
  } finally {
    if (direct !== database) await direct.db.destroy()
  }
  // Connections that were open have kept the settings from before.
  return openPostgres(url, options)
}

/** Opens the database that the environment or the setup wizard names, and migrates it. */
async function openDatabase(config: Config, preparing: Preparing): Promise<OpenDatabase> {
  try {
    const { url } = await databaseInUse(config)
    return url
      ? await openRemoteDatabase(url, config, preparing)
      : await openLocalDatabase(config.dataDir, preparing)
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new StartupError(
      reason.startsWith('The database') ? reason : `The database can't be read: ${reason}`,
      {
        cause,
      },
    )
  }
}

/** Cookies, links and the setup code of a process with another secret are not valid at the others. */
async function requireMatchingSecret(deps: Runtime): Promise<void> {
  if (await matchesSecret(deps)) return
  await deps.db.destroy()
  throw new StartupError(
    'The database is used with another APP_SECRET: every server of an installation needs the same one. To replace it, set the old one as APP_SECRET_PREVIOUS. If it is lost, run `npm run coffer -- secrets rotate` with the new one',
  )
}

interface Opening {
  report?: ProcessReport
  /** False for commands, which run beside a server and may lack its secret. */
  isServer?: boolean
  migrating?: Migrating
}

/**
 * Opens the data folder, the database and everything else the server needs.
 * @throws StartupError with a one-line message
 */
export async function createDeps(
  config: Config,
  log: FastifyBaseLogger,
  { report = new ProcessReport(), isServer = false, migrating = 'initialize' }: Opening = {},
): Promise<Runtime> {
  const now = () => new Date()
  await requireDataDir(config, log)
  const database = await openDatabase(config, { isServer, migrating, now, log })
  const secret = await readSecret(config.dataDir, config.appSecret)
  const stores = await Stores.open({ db: database.db, config, secret, log, isServer })
  const deps = createRuntime(database, {
    config,
    secret,
    blobs: stores.blobs,
    followStores: () => stores.follow(),
    hashPassword: passwordHasher(),
    outbound: createOutbound({ ...config.remote, appUrl: config.appUrl }),
    now,
    newId: randomUUIDv7,
    transferCheckMs: 1000,
    log,
    report,
  })
  if (isServer) await requireMatchingSecret(deps)
  return deps
}
