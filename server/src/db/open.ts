import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  type Transaction,
} from 'kysely'
import type { Pool } from 'pg'
import { keepPlans } from './kept-plans.ts'
import { connectionTo } from './postgres-connection.ts'
import type { Schema } from './schema.ts'
import { concurrentSqlite } from './sqlite-driver.ts'

export type Database = Kysely<Schema>
/** A connection or an open transaction; repositories accept both. */
export type Db = Database | Transaction<Schema>
export type DatabaseKind = 'sqlite' | 'postgres'

/** Whether the database supports row locks; SQLite has a single writer anyway. */
export const hasRowLocks = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

export interface OpenDatabase {
  kind: DatabaseKind
  db: Database
  /** SQLite only. */
  file?: string
  /** PostgreSQL only, for components that need their own connections. */
  url?: string
  /** PostgreSQL only; undefined before the first query. */
  pool?: () => PoolState | undefined
}

export interface PoolState {
  total: number
  idle: number
  /** Calls that wait for a connection. */
  waiting: number
}

type QueryListener = (query: CompiledQuery) => void

/** `int8` columns hold bytes and milliseconds, which are far below 2^53. */
const INT8 = 20

/** SQLite's page cache. */
export const CACHE_KIB = 16_000

const logTo = (listener: QueryListener | undefined) =>
  listener && { log: (event: LogEvent) => listener(event.query) }

/** Path of the SQLite file in a data folder. */
export const sqliteFileIn = (dataDir: string): string => join(dataDir, 'coffer.db')

interface SqliteOptions {
  /** Sees every query. */
  onQuery?: QueryListener | undefined
  /** Called once the database is closed. */
  onClose?: (() => void) | undefined
}

/** How long a connection waits for another process. */
const BUSY_TIMEOUT_MS = 10_000

function connect(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  const sqlite = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS, ...options })
  sqlite.pragma(`cache_size = -${CACHE_KIB}`)
  sqlite.pragma('temp_store = MEMORY')
  // SQLite's own function knows ASCII only, and is faster.
  sqlite.function('unicode_lower', { deterministic: true }, text =>
    text === null ? null : String(text).toLowerCase(),
  )
  return sqlite
}

/** Opens a SQLite database with our settings. */
export function openSqlite(file: string, { onQuery, onClose }: SqliteOptions = {}): OpenDatabase {
  const writer = connect(file)
  // FULL: an acknowledged upload survives a power loss.
  writer.pragma('journal_mode = WAL')
  writer.pragma('synchronous = FULL')
  // A checkpoint every 32 MiB instead of 4, because small uploads change the same pages repeatedly.
  writer.pragma('wal_autocheckpoint = 8000')
  // Limits the size of the log after a transaction that changes very many rows.
  writer.pragma(`journal_size_limit = ${64 * 1024 * 1024}`)
  writer.pragma('foreign_keys = ON')
  const openReader = writer.memory ? undefined : () => connect(file, { readonly: true })
  const dialect = concurrentSqlite({ writer, openReader, onClose })
  return { kind: 'sqlite', file, db: new Kysely<Schema>({ dialect, ...logTo(onQuery) }) }
}

interface PostgresOptions {
  /** Sees every query. */
  onQuery?: QueryListener | undefined
  /** Maximum number of connections. */
  poolSize?: number | undefined
  /** How long a connection may be silent before its server is checked. */
  silenceMs?: number | undefined
  /** False behind a connection pooler, which gives each transaction another connection. */
  keepsPlans?: boolean
}

const POOL_SIZE = 10
/** A call can wait twice, for its headers and its session, and is answered within five seconds. */
const CONNECTION_WAIT_MS = 2_400

/** Loads the driver on first use, as an installation on SQLite never needs it. */
async function createPool(
  url: string,
  { poolSize: max = POOL_SIZE, silenceMs, keepsPlans = true }: PostgresOptions,
) {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(INT8, Number)
  const pool = new pg.Pool({
    ...connectionTo(url, silenceMs),
    max,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    application_name: 'coffer',
  })
  // Without a listener a lost connection would end the process; its query fails anyway.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  if (keepsPlans) pool.on('connect', keepPlans)
  return pool
}

/**
 * Opens a connection pool; the driver loads with the first query. Connections have no settings of
 * their own, because a connection pooler shares them: see `session-defaults.ts`.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): OpenDatabase {
  let pool: Pool | undefined
  const dialect = new PostgresDialect({
    pool: async () => {
      pool = await createPool(url, options)
      return pool
    },
  })
  const stateOf = ({ totalCount, idleCount, waitingCount }: Pool): PoolState => ({
    total: totalCount,
    idle: idleCount,
    waiting: waitingCount,
  })
  const state = () => pool && stateOf(pool)
  return {
    kind: 'postgres',
    url,
    pool: state,
    db: new Kysely<Schema>({ dialect, ...logTo(options.onQuery) }),
  }
}
