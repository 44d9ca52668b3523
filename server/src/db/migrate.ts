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
]

/** The database can't be used; operators read the message. */
class UnsupportedDatabase extends Error {
  override readonly name = 'UnsupportedDatabase'
}

async function appliedNames({ db }: OpenDatabase): Promise<string[]> {
  try {
    await db.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', c => c.primaryKey())
      .addColumn('applied_at', 'bigint', c => c.notNull())
      .execute()
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
  const known = MIGRATIONS.map(([name]) => name)
  const unknown = applied.filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new UnsupportedDatabase(
      `The database was migrated by a newer Coffer (${unknown.join(', ')}): start that version, or restore a backup`,
    )
  for (const [name, migration] of MIGRATIONS) {
    if (applied.includes(name)) continue
    await database.db.transaction().execute(async tx => {
      // Two processes that start at the same time must not both apply it.
      if (database.kind === 'postgres')
        await sql`lock table migrations in exclusive mode`.execute(tx)
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
