import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { openPostgres } from '../src/db/open.ts'
import type { TestApp } from './test-app.ts'

/** SQLite waits this long for another writer by default. */
const BUSY_MS = 5000
const POLL_MS = 20

/**
 * Lets the server write no event of a gateway: the database ends its connections, or is locked.
 * @returns a function that lets it write again
 */
export const refuseEvents = (t: TestApp): Promise<() => Promise<void>> =>
  t.database.url === undefined ? lockSqlite(t) : cutConnections(t.database.url)

async function lockSqlite({ database, deps: { db } }: TestApp) {
  const other = new Sqlite(database.file ?? '')
  other.exec('begin immediate')
  await sql`pragma busy_timeout = 0`.execute(db)
  return async () => {
    other.exec('rollback')
    other.close()
    await sql.raw(`pragma busy_timeout = ${BUSY_MS}`).execute(db)
  }
}

/** Ends each connection that waits for the locked table. */
async function cutConnections(url: string) {
  const { db } = openPostgres(url)
  const locked = Promise.withResolvers<void>()
  const over = new AbortController()
  const ended = new Promise(resolve => over.signal.addEventListener('abort', resolve))
  const locking = db.transaction().execute(async tx => {
    await sql`lock table gateway_events in access exclusive mode`.execute(tx)
    locked.resolve()
    await ended
  })
  await locked.promise
  async function cut(): Promise<void> {
    while (!over.signal.aborted) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      await pause(POLL_MS)
    }
  }
  const cutting = cut()
  return async () => {
    over.abort()
    await Promise.all([locking, cutting])
    await db.destroy()
  }
}
