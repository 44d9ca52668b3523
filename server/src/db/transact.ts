import { setTimeout } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { AppError } from '../errors.ts'
import { createKeyedLock } from '../lib/keyed-lock.ts'
import { callerKey, requestContext } from '../request-context.ts'
import { appendEntries, collectEntries } from './audit-chain.ts'
import { type ChangeSet, collectChanges } from './changes.ts'
import { conflictCodeOf, isDatabaseFull } from './database-errors.ts'
import type { OpenDatabase } from './open.ts'
import type { Schema } from './schema.ts'
import { releaseSpareFile } from './spare-file.ts'

type Work<T> = (tx: Transaction<Schema>) => Promise<T>

/**
 * Runs work as one transaction: resolves when it is durable, rejects with nothing changed. The work
 * may be run again after a conflict.
 */
export type Transact = <T>(work: Work<T>) => Promise<T>

/** Called when work is queued; the returned function receives its changes once they are durable. */
export type Listen = () => (changes: ChangeSet) => void

interface TransactOptions {
  listen: Listen
  now: () => Date
  /** Called with the SQLSTATE of a conflict, before the transaction is run again. */
  onRetry: (code: string) => void
}

/**
 * Runs one piece of work. Its audit entries are appended at its end, so that the lock on the end of
 * the log is taken last and held briefly.
 */
async function runPiece<T>(tx: Transaction<Schema>, work: Work<T>, now: () => Date): Promise<T> {
  const entries = collectEntries(tx)
  const result = await work(tx)
  if (entries.length > 0) await appendEntries(tx, entries, now)
  return result
}

interface QueuedWork {
  run: (tx: Transaction<Schema>) => Promise<void>
  committed: () => void
  failed: (error: unknown) => void
}

const MAX_RETRIES = 3
const MAX_PAUSE_MS = 50

/**
 * Runs a transaction again when PostgreSQL has cancelled it in favour of a concurrent one, or when
 * that one has taken a unique value. A connection that is lost during the commit is not repeated,
 * because the commit may have succeeded.
 */
async function retryConflicts<T>(
  run: () => Promise<T>,
  onRetry: (code: string) => void,
): Promise<T> {
  for (let retries = 0; ; retries += 1)
    try {
      return await run()
    } catch (error) {
      const code = conflictCodeOf(error)
      if (code === undefined || retries === MAX_RETRIES) throw error
      onRetry(code)
      await setTimeout(Math.random() * MAX_PAUSE_MS)
    }
}

/**
 * Most transactions of a caller wait for each other, because they change the items of the same owner;
 * waiting ones must not use up the connections of all others.
 */
const TRANSACTIONS_PER_CALLER = 3
/** As long as a transaction waits for a lock. */
const MAX_WAIT_MS = 15_000

const tooManyTransactions = () => new AppError('storage.unavailable', { retryAfterSeconds: 5 })

/** PostgreSQL commits concurrently and groups its flushes itself. */
function postgresTransact(
  { db }: OpenDatabase,
  { listen, now, onRetry }: TransactOptions,
): Transact {
  const inTurn = createKeyedLock({
    limit: TRANSACTIONS_PER_CALLER,
    maxWaitMs: MAX_WAIT_MS,
    refusal: tooManyTransactions,
  })
  return async work => {
    const publish = listen()
    const run = () =>
      db.transaction().execute(async tx => {
        const changes = collectChanges(tx)
        return { result: await runPiece(tx, work, now), changes }
      })
    const caller = callerKey()
    const runInTurn = caller === undefined ? run : () => inTurn(caller, run)
    const { result, changes } = await retryConflicts(runInTurn, onRetry)
    if (changes.size > 0) publish(changes)
    return result
  }
}

/**
 * SQLite has one writer, and every commit waits for the disk. Work that arrives during a commit is
 * committed together, each piece in its own savepoint, so that one flush serves all and a failing
 * piece rolls back only itself.
 */
function sqliteTransact({ db, file }: OpenDatabase, { listen, now }: TransactOptions): Transact {
  let queue: QueuedWork[] = []
  let running = false

  async function runTogether(group: readonly QueuedWork[]): Promise<(() => void)[]> {
    const outcomes: (() => void)[] = []
    await db.transaction().execute(async tx => {
      for (const piece of group) {
        await sql`savepoint piece`.execute(tx)
        try {
          await piece.run(tx)
          outcomes.push(piece.committed)
        } catch (error) {
          // SQLite may have rolled back the whole transaction: the group is run again or fails as a
          // whole.
          if (isDatabaseFull(error)) throw error
          await sql`rollback to piece`.execute(tx).catch(() => Promise.reject(error))
          outcomes.push(() => piece.failed(error))
        }
        await sql`release piece`.execute(tx)
      }
    })
    return outcomes
  }

  /**
   * On a full disk the log restarts within its allocated space, and the spare file makes space to
   * move its pages.
   */
  async function runOnFullDisk(group: readonly QueuedWork[], cause: unknown) {
    if (!isDatabaseFull(cause)) throw cause
    if (file) await releaseSpareFile(file)
    await sql`pragma wal_checkpoint(restart)`.execute(db)
    return runTogether(group)
  }

  async function commitTogether(group: readonly QueuedWork[]): Promise<void> {
    try {
      const outcomes = await runTogether(group).catch(error => runOnFullDisk(group, error))
      for (const report of outcomes) report()
    } catch (error) {
      for (const piece of group) piece.failed(error)
    }
  }

  async function drain(): Promise<void> {
    running = true
    while (queue.length > 0) {
      const group = queue
      queue = []
      await commitTogether(group)
      // SQLite responds synchronously, so without this turn repeated commits would block all
      // connections.
      await new Promise(resolve => setImmediate(resolve))
    }
    running = false
  }

  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      let result: T
      let changes: ChangeSet
      const publish = listen()
      // The queue is drained in the context of another request.
      const context = requestContext.getStore()
      const runInContext = (tx: Transaction<Schema>) =>
        context
          ? requestContext.run(context, () => runPiece(tx, work, now))
          : requestContext.exit(() => runPiece(tx, work, now))
      queue.push({
        run: async tx => {
          changes = collectChanges(tx)
          result = await runInContext(tx)
        },
        committed: () => {
          resolve(result)
          if (changes.size > 0) publish(changes)
        },
        failed: reject,
      })
      // One turn later, so that work queued in the same turn shares the flush.
      if (!running) {
        running = true
        setImmediate(() => void drain())
      }
    })
}

/** Creates the `transact` function of a database. */
export const transactOn = (database: OpenDatabase, options: TransactOptions): Transact =>
  database.kind === 'sqlite'
    ? sqliteTransact(database, options)
    : postgresTransact(database, options)

/** Returns dependencies whose transactions are part of the given one, so that calls succeed or fail together. */
export const withinTransaction = <D extends { transact: Transact }>(
  deps: D,
  tx: Transaction<Schema>,
): D => ({ ...deps, db: tx, transact: work => work(tx) })
