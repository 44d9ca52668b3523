import { type Kysely, sql } from 'kysely'
import { createAccounts } from './migrations/0001-accounts.ts'
import { createItems } from './migrations/0002-items.ts'
import { createJobs } from './migrations/0003-jobs.ts'
import { createSearch } from './migrations/0004-search.ts'
import { createFavourites } from './migrations/0005-favourites.ts'
import { createDocuments } from './migrations/0006-documents.ts'
import { createPreviews } from './migrations/0007-previews.ts'
import { createZip } from './migrations/0008-zip.ts'
import { createUploadOrigins } from './migrations/0009-upload-origins.ts'
import { countVersions } from './migrations/0010-versions.ts'
import { createTrashEmptyings } from './migrations/0011-trash-emptyings.ts'
import { createRemoteUploads } from './migrations/0012-remote-uploads.ts'
import { searchDocuments } from './migrations/0013-document-search.ts'
import { createSharing } from './migrations/0014-sharing.ts'
import { putAway } from './migrations/0015-put-away.ts'
import { createNotifications } from './migrations/0016-notifications.ts'
import { indexTeams } from './migrations/0017-teams.ts'
import { recordRequestFiles } from './migrations/0018-upload-request-files.ts'
import { findInTeams } from './migrations/0019-find-in-teams.ts'
import { confirmTwoFactor } from './migrations/0021-two-factor.ts'
import { createEntry } from './migrations/0022-entry.ts'
import { createUserRestrictions } from './migrations/0023-user-restrictions.ts'
import { addProfiles } from './migrations/0024-profiles.ts'
import { createAccessTokens } from './migrations/0025-access-tokens.ts'
import { indexDeadJobs } from './migrations/0026-dead-jobs.ts'
import { createAccountRemovals } from './migrations/0027-account-removals.ts'
import { createDataArchives } from './migrations/0028-data-archives.ts'
import { noteSignIns } from './migrations/0029-signed-in.ts'
import { noteSpokenLanguages } from './migrations/0030-spoken-languages.ts'
import { findLongNames } from './migrations/0031-long-names.ts'
import { addPlacedAt } from './migrations/0032-placed-at.ts'
import { linkGuestUploads } from './migrations/0033-guest-uploads.ts'
import { numberVersions } from './migrations/0034-version-numbers.ts'
import { indexSelections } from './migrations/0035-selections-by-actor.ts'
import type { DatabaseKind, OpenDatabase } from './open.ts'

type Migration = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/** In order, forward only. A released migration is never edited: the next one mends it. */
const MIGRATIONS: readonly (readonly [name: string, migration: Migration])[] = [
  ['0001-accounts', createAccounts],
  ['0002-items', createItems],
  ['0003-jobs', createJobs],
  ['0004-search', createSearch],
  ['0005-favourites', createFavourites],
  ['0006-documents', createDocuments],
  ['0007-previews', createPreviews],
  ['0008-zip', createZip],
  ['0009-upload-origins', createUploadOrigins],
  ['0010-versions', countVersions],
  ['0011-trash-emptyings', createTrashEmptyings],
  ['0012-remote-uploads', createRemoteUploads],
  ['0013-document-search', searchDocuments],
  ['0014-sharing', createSharing],
  ['0015-put-away', putAway],
  ['0016-notifications', createNotifications],
  ['0017-teams', indexTeams],
  ['0018-upload-request-files', recordRequestFiles],
  ['0019-find-in-teams', findInTeams],
  ['0021-two-factor', confirmTwoFactor],
  ['0022-entry', createEntry],
  ['0023-user-restrictions', createUserRestrictions],
  ['0024-profiles', addProfiles],
  ['0025-access-tokens', createAccessTokens],
  ['0026-dead-jobs', indexDeadJobs],
  ['0027-account-removals', createAccountRemovals],
  ['0028-data-archives', createDataArchives],
  ['0029-signed-in', noteSignIns],
  ['0030-spoken-languages', noteSpokenLanguages],
  ['0031-long-names', findLongNames],
  ['0032-placed-at', addPlacedAt],
  ['0033-guest-uploads', linkGuestUploads],
  ['0034-version-numbers', numberVersions],
  ['0035-selections-by-actor', indexSelections],
]

/** A database this Coffer can't work on; its message is what the operator reads. */
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
 * Brings the database up to this Coffer, each migration in a transaction of its own.
 * @throws UnsupportedDatabase when it can't be read or was migrated by a newer Coffer.
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
      // Two processes that start at once must not both apply it.
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
