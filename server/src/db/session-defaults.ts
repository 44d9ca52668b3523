import { sql } from 'kysely'
import type { Database, Db } from './open.ts'

/** As `current_setting` shows them. */
const DEFAULTS = {
  // The planner overestimates statements on given rows, and compiling one takes a hundred times as
  // long as running it.
  jit: 'off',
  // Far above every statement of a request; it ends those that no request waits for.
  statement_timeout: '5min',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '1min',
} as const

/** Defaults that this role does not have in this database, neither ours nor the operator's. */
async function findMissing(db: Db): Promise<[name: string, value: string][]> {
  const { rows } = await sql<{ name: string }>`
    select split_part(entry, '=', 1) as name
    from pg_db_role_setting, unnest(setconfig) as entry
    where setdatabase = (select oid from pg_database where datname = current_database())
      and setrole = (select oid from pg_roles where rolname = current_user)`.execute(db)
  const known = new Set(rows.map(({ name }) => name))
  return Object.entries(DEFAULTS).filter(([name]) => !known.has(name))
}

/**
 * Stores our session settings as defaults of the role in this database; those that the operator has
 * set stay. Settings of a connection would leak to other clients of a connection pooler, and those of
 * its start are refused by PgBouncer.
 * @returns whether anything changed; connections that are open keep their settings
 */
export async function applySessionDefaults(db: Database): Promise<boolean> {
  if ((await findMissing(db)).length === 0) return false
  return db.transaction().execute(async tx => {
    // PostgreSQL does not let two processes change a role at the same time.
    await sql`lock table migrations in exclusive mode`.execute(tx)
    const missing = await findMissing(tx)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx)
    const database = sql.id(rows[0]?.name ?? '')
    for (const [name, value] of missing)
      await sql`alter role current_user in database ${database}
        set ${sql.raw(name)} = ${sql.lit(value)}`.execute(tx)
    return missing.length > 0
  })
}
