import { sql, type Transaction } from 'kysely'
import { type ChangeSet, collectChanges } from './changes.ts'
import { isDatabaseFull } from './database-errors.ts'
import type { OpenDatabase } from './open.ts'
import type { Schema } from './schema.ts'
import { releaseSpareFile } from './spare-file.ts'

type Work<T> = (tx: Transaction<Schema>) => Promise<T>

/** Runs the work as one transaction; resolves when it is durable, rejects with nothing changed. */
export type Transact = <T>(work: Work<T>) => Promise<T>

/** Called as work is handed in; what it returns hears what the work noted, once that is durable. */
export type Listen = () => (changes: ChangeSet) => void

interface Waiting {
  run: (tx: Transaction<Schema>) => Promise<void>
  committed: () => void
  failed: (error: unknown) => void
}

/** PostgreSQL commits side by side and groups its flushes itself. */
const postgresTransact =
  ({ db }: OpenDatabase, listen: Listen): Transact =>
  async work => {
    const tell = listen()
    const { result, changes } = await db.transaction().execute(async tx => {
      const changes = collectChanges(tx)
      return { result: await work(tx), changes }
    })
    if (changes.size > 0) tell(changes)
    return result
  }

/**
 * SQLite has one writer, and every commit waits for the disk. Work that arrives while another
 * commit is under way is committed together, each piece behind a savepoint of its own, so that one
 * flush serves them all and a piece that fails undoes only itself.
 */
function sqliteTransact({ db, file }: OpenDatabase, listen: Listen): Transact {
  let waiting: Waiting[] = []
  let running = false

  async function runTogether(group: readonly Waiting[]): Promise<(() => void)[]> {
    const outcomes: (() => void)[] = []
    await db.transaction().execute(async tx => {
      for (const piece of group) {
        await sql`savepoint piece`.execute(tx)
        try {
          await piece.run(tx)
          outcomes.push(piece.committed)
        } catch (error) {
          // SQLite may have undone the whole transaction: the group is run again or fails as a whole.
          if (isDatabaseFull(error)) throw error
          await sql`rollback to piece`.execute(tx).catch(() => Promise.reject(error))
          outcomes.push(() => piece.failed(error))
        }
        await sql`release piece`.execute(tx)
      }
    })
    return outcomes
  }

  /** On a full disk the log starts over in the room that it has, with what was set aside to move its pages. */
  async function runOnFullDisk(group: readonly Waiting[], cause: unknown) {
    if (!isDatabaseFull(cause)) throw cause
    if (file) await releaseSpareFile(file)
    await sql`pragma wal_checkpoint(restart)`.execute(db)
    return runTogether(group)
  }

  async function commitTogether(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await runTogether(group).catch(error => runOnFullDisk(group, error))
      for (const report of outcomes) report()
    } catch (error) {
      for (const piece of group) piece.failed(error)
    }
  }

  async function drain(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await commitTogether(group)
      // Nothing above waits for anything but SQLite, which answers at once: without this turn a job
      // that commits again and again would keep every connection waiting until it is done.
      await new Promise(resolve => setImmediate(resolve))
    }
    running = false
  }

  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      let result: T
      let changes: ChangeSet
      const tell = listen()
      waiting.push({
        run: async tx => {
          changes = collectChanges(tx)
          result = await work(tx)
        },
        committed: () => {
          resolve(result)
          if (changes.size > 0) tell(changes)
        },
        failed: reject,
      })
      // A turn later, so that what becomes ready in the same turn shares the flush.
      if (!running) {
        running = true
        setImmediate(() => void drain())
      }
    })
}

export const transactOn = (database: OpenDatabase, listen: Listen): Transact =>
  database.kind === 'sqlite' ? sqliteTransact(database, listen) : postgresTransact(database, listen)
