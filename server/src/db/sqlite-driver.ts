import { setImmediate as nextTick } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

export interface SqliteFiles {
  /** Runs transactions and writes, one after the other. */
  writer: Sqlite.Database
  /**
   * Opens a second connection, which reads the last commit while a transaction is in progress.
   * Undefined for a database in memory, where reads wait for the transaction.
   */
  openReader: (() => Sqlite.Database) | undefined
  /** Called once the database is closed. */
  onClose: (() => void) | undefined
}

const STATEMENT_CACHE_SIZE = 500

type Prepare = (sql: string) => Sqlite.Statement

/** Prepares each statement once, because preparing costs more than running most of them. */
function prepareOnce(sqlite: Sqlite.Database): Prepare {
  const statements = new Map<string, Sqlite.Statement>()
  return sql => {
    const known = statements.get(sql)
    if (known) return known
    const statement = sqlite.prepare(sql)
    if (statements.size >= STATEMENT_CACHE_SIZE) statements.clear()
    statements.set(sql, statement)
    return statement
  }
}

/** Held by one transaction or write at a time, in order of arrival. */
class WriteLock {
  readonly #waiting: (() => void)[] = []
  isHeld = false

  async acquire(): Promise<void> {
    if (this.isHeld) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.isHeld = true
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.isHeld = false
  }
}

function execute<R>(statement: Sqlite.Statement, { parameters }: CompiledQuery): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

const isQuery = (sql: string): boolean => /^\s*(select|with)\b/i.test(sql)

/** Milliseconds of statements after which the event loop gets a turn. */
const MAX_BUSY_MS = 20

/** The two connections to a database file, and who may use them. */
class SqliteAccess {
  readonly lock = new WriteLock()
  readonly #files: SqliteFiles
  readonly #prepare: Prepare
  #reader: { sqlite: Sqlite.Database; prepare: Prepare } | undefined
  #busyMs = 0

  constructor(files: SqliteFiles) {
    this.#files = files
    this.#prepare = prepareOnce(files.writer)
  }

  get isInTransaction(): boolean {
    return this.#files.writer.inTransaction
  }

  /** Runs a statement of the transaction that holds the lock. */
  runInTransaction<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(() => execute(this.#prepare(query.sql), query))
  }

  async runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const read = this.lock.isHeld ? this.#prepareRead(query.sql) : undefined
    if (read) return this.#run(() => execute(read, query))
    await this.lock.acquire()
    try {
      return await this.runInTransaction(query)
    } finally {
      this.lock.release()
    }
  }

  /** Prepares a statement on the second connection; undefined if it is not a mere read. */
  #prepareRead(sql: string): Sqlite.Statement | undefined {
    if (!(this.#files.openReader && isQuery(sql))) return undefined
    if (!this.#reader) {
      const sqlite = this.#files.openReader()
      this.#reader = { sqlite, prepare: prepareOnce(sqlite) }
    }
    const statement = this.#reader.prepare(sql)
    return statement.readonly ? statement : undefined
  }

  /** SQLite responds synchronously, so many statements in a row would block all connections. */
  async #run<R>(work: () => QueryResult<R>): Promise<QueryResult<R>> {
    const startedAt = performance.now()
    try {
      return work()
    } finally {
      this.#busyMs += performance.now() - startedAt
      if (this.#busyMs > MAX_BUSY_MS) {
        this.#busyMs = 0
        await nextTick()
      }
    }
  }

  close(): void {
    this.#reader?.sqlite.close()
    // Last, because the last connection to close merges the log into the file.
    this.#files.writer.close()
    this.#files.onClose?.()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #access: SqliteAccess
  #isInTransaction = false

  constructor(access: SqliteAccess) {
    this.#access = access
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#isInTransaction
      ? this.#access.runInTransaction(query)
      : this.#access.runAlone(query)
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin(): Promise<void> {
    await this.#access.lock.acquire()
    this.#isInTransaction = true
    // A transaction that starts as a reader cannot always become a writer beside another process.
    await this.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  release(): void {
    if (this.#isInTransaction) this.#access.lock.release()
    this.#isInTransaction = false
  }
}

/**
 * Runs one transaction at a time, and reads beside it: a read outside of the transaction sees the
 * last commit and does not wait.
 */
class ConcurrentSqliteDriver implements Driver {
  readonly #access: SqliteAccess

  constructor(files: SqliteFiles) {
    this.#access = new SqliteAccess(files)
  }

  async init(): Promise<void> {
    // The files are open already.
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#access)
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // After a disk error SQLite has rolled back by itself, and a failing rollback would hide why.
    if (this.#access.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    this.#access.close()
  }
}

/** The driver decides itself what has to wait. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export const concurrentSqlite = (files: SqliteFiles): Dialect => ({
  createAdapter: () => new ConcurrentSqliteAdapter(),
  createDriver: () => new ConcurrentSqliteDriver(files),
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
