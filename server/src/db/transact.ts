import { sql, type Transaction } from 'kysely'
import { type ChangeSet, collectChanges } from './changes.ts'
import { isDatabaseFull } from './database-errors.ts'
import type { OpenDatabase } from './open.ts'
import type { Schema } from './schema.ts'
import { releaseSpareFile } from './spare-file.ts'

type Work<T> = (tx: Transaction<Schema>) => Promise<T>

/** Runs work as one transaction: resolves when it is durable, rejects with nothing changed. */
export type Transact = <T>(work: Work<T>) => Promise<T>

/** Called when work is queued; the returned function receives its changes once they are durable. */
export type Listen = () => (changes: ChangeSet) => void

interface QueuedWork {
  run: (tx: Transaction<Schema>) => Promise<void>
  committed: () => void
  failed: (error: unknown) => void
}

/** PostgreSQL commits concurrently and groups its flushes itself. */
const postgresTransact =
  ({ db }: OpenDatabase, listen: Listen): Transact =>
  async work => {
    const publish = listen()
    const { result, changes } = await db.transaction().execute(async tx => {
      const changes = collectChanges(tx)
      return { result: await work(tx), changes }
    })
    if (changes.size > 0) publish(changes)
    return result
  }

/**
 * SQLite has one writer, and every commit waits for the disk. Work that arrives during a commit is
 * committed together, each piece in its own savepoint, so that one flush serves all and a failing
 * piece rolls back only itself.
 */
function sqliteTransact({ db, file }: OpenDatabase, listen: Listen): Transact {
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
      queue.push({
        run: async tx => {
          changes = collectChanges(tx)
          result = await work(tx)
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
export const transactOn = (database: OpenDatabase, listen: Listen): Transact =>
  database.kind === 'sqlite' ? sqliteTransact(database, listen) : postgresTransact(database, listen)
