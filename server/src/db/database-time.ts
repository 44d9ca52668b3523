import { type RawBuilder, sql } from 'kysely'
import { type Db, hasRowLocks } from './open.ts'

/** Milliseconds by the clock of the database, which is the same for all processes. */
export const databaseTime = (db: Db): RawBuilder<number> =>
  hasRowLocks(db)
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
