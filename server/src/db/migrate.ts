import { type Kysely, sql } from 'kysely'
import { createAccounts } from './migrations/0001-accounts.ts'
import { createItems } from './migrations/0002-items.ts'
import { createUploads } from './migrations/0003-uploads.ts'
import { createShares } from './migrations/0004-shares.ts'
import { createUploadRequests } from './migrations/0005-upload-requests.ts'
import { createTeams } from './migrations/0006-teams.ts'
import { createDocuments } from './migrations/0007-documents.ts'
import { createSearch } from './migrations/0008-search.ts'
import { createUserData } from './migrations/0009-users.ts'
import { createSystem } from './migrations/0010-system.ts'
import { createAudit } from './migrations/0011-audit.ts'
import { extendSettings } from './migrations/0012-settings.ts'
import { createUserAdministration } from './migrations/0013-user-administration.ts'
import { createLanguages } from './migrations/0014-languages.ts'
import { createPages } from './migrations/0015-pages.ts'
import { createProcesses } from './migrations/0016-processes.ts'
import { createSetupSteps } from './migrations/0017-setup.ts'
import { createPlans } from './migrations/0018-plans.ts'
import { createSubscriptions } from './migrations/0019-subscriptions.ts'
import { createPayments } from './migrations/0020-payments.ts'
import { addUploadLeases } from './migrations/0021-upload-leases.ts'
import { createClock } from './migrations/0022-clock.ts'
import type { DatabaseKind, OpenDatabase } from './open.ts'

type Migration = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/** In order, forward only. A released migration is never edited: a later one corrects it. */
const MIGRATIONS: readonly (readonly [name: string, migration: Migration])[] = [
  ['0001-accounts', createAccounts],
  ['0002-items', createItems],
  ['0003-uploads', createUploads],
  ['0004-shares', createShares],
  ['0005-upload-requests', createUploadRequests],
  ['0006-teams', createTeams],
  ['0007-documents', createDocuments],
  ['0008-search', createSearch],
  ['0009-users', createUserData],
  ['0010-system', createSystem],
  ['0011-audit', createAudit],
  ['0012-settings', extendSettings],
  ['0013-user-administration', createUserAdministration],
  ['0014-languages', createLanguages],
  ['0015-pages', createPages],
  ['0016-processes', createProcesses],
  ['0017-setup', createSetupSteps],
  ['0018-plans', createPlans],
  ['0019-subscriptions', createSubscriptions],
  ['0020-payments', createPayments],
  ['0021-upload-leases', addUploadLeases],
  ['0022-clock', createClock],
]

/** Names of the migrations this version knows. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(([name]) => name)

/** The database can't be used; operators read the message. */
class UnsupportedDatabase extends Error {
  override readonly name = 'UnsupportedDatabase'
}

const MIGRATION_LOCK = 3_512_002

async function createTable({ db, kind }: OpenDatabase): Promise<void> {
  await db.transaction().execute(async tx => {
    // Of processes that create it at the same time, all but one would fail.
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', c => c.primaryKey())
      .addColumn('applied_at', 'bigint', c => c.notNull())
      .execute()
  })
}

async function appliedNames(database: OpenDatabase): Promise<string[]> {
  const { db } = database
  try {
    await createTable(database)
    const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
    return rows.map(row => row.name)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UnsupportedDatabase(`The database can't be read: ${reason}`, { cause })
  }
}

/**
 * Applies the migrations that are missing, each in its own transaction.
 * @throws UnsupportedDatabase when the database can't be read or a newer Coffer migrated it.
 */
export async function migrate(database: OpenDatabase, now: () => Date): Promise<void> {
  const applied = await appliedNames(database)
  const unknown = applied.filter(name => !MIGRATION_NAMES.includes(name))
  if (unknown.length > 0)
    throw new UnsupportedDatabase(
      `The database was migrated by a newer Coffer (${unknown.join(', ')}): start that version, or restore a backup`,
    )
  for (const [name, migration] of MIGRATIONS) {
    if (applied.includes(name)) continue
    await database.db.transaction().execute(async tx => {
      // Two processes that start at the same time must not both apply it.
      if (database.kind === 'postgres') {
        await sql`set local statement_timeout = 0`.execute(tx)
        await sql`set local lock_timeout = 0`.execute(tx)
        await sql`lock table migrations in exclusive mode`.execute(tx)
      }
      const done = await tx
        .selectFrom('migrations')
        .where('name', '=', name)
        .select('name')
        .execute()
      if (done.length > 0) return
      await migration(tx as unknown as Kysely<unknown>, database.kind)
      await tx.insertInto('migrations').values({ name, applied_at: now().getTime() }).execute()
    })
  }
}
