import { setTimeout as sleep } from 'node:timers/promises'
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
import { createBlobStores } from './migrations/0023-blob-stores.ts'
import { markAutomaticRefunds } from './migrations/0024-automatic-refunds.ts'
import { indexUnverifiedBlobs } from './migrations/0025-unverified-blobs.ts'
import { addProratedAt } from './migrations/0026-prorated-at.ts'
import { queueDocumentValues } from './migrations/0027-document-value-tokens.ts'
import { addLastChunks } from './migrations/0028-last-chunks.ts'
import { indexLookups } from './migrations/0029-lookup-indexes.ts'
import { indexUserReferences } from './migrations/0030-user-indexes.ts'
import { addPayerEmails } from './migrations/0031-payer-emails.ts'
import { addSwapPlans } from './migrations/0032-swap-plans.ts'
import { indexFaultyBlobs } from './migrations/0033-faulty-blobs.ts'
import { setMissingTeamIds } from './migrations/0034-missing-team-ids.ts'
import { addStaleTexts } from './migrations/0035-stale-texts.ts'
import { addLastRuns } from './migrations/0036-last-runs.ts'
import { listStaleTexts } from './migrations/0037-listed-texts.ts'
import { indexGrowingTables } from './migrations/0038-growth-indexes.ts'
import { addCardSignatures } from './migrations/0039-card-signatures.ts'
import { createJobMarks } from './migrations/0040-job-marks.ts'
import { addBillingFacts } from './migrations/0041-billing-facts.ts'
import { addOwnCapacities } from './migrations/0042-own-capacities.ts'
import { addClaimedRoles } from './migrations/0043-claimed-roles.ts'
import { addOwnAppearance } from './migrations/0044-own-appearance.ts'
import { addPageAuthors } from './migrations/0046-page-authors.ts'
import { addCheckoutProration } from './migrations/0047-checkout-proration.ts'
import type { DatabaseKind, Db, OpenDatabase } from './open.ts'

type Change = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

interface MigrationOptions {
  /**
   * The newest migration that a process has to know to run on the result. Without it the migration
   * only expands the schema, so that processes of the release before still work.
   */
  floor?: string
  /**
   * Runs outside of a transaction, one process at a time, and may run again after a crash: for
   * `createIndexConcurrently`.
   */
  isConcurrent?: true
}

export type Migration = readonly [name: string, change: Change, options?: MigrationOptions]

/** In order, forward only. A released migration is never edited: a later one corrects it. */
export const MIGRATIONS: readonly Migration[] = [
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
  ['0023-blob-stores', createBlobStores],
  ['0024-automatic-refunds', markAutomaticRefunds],
  ['0025-unverified-blobs', indexUnverifiedBlobs, { isConcurrent: true }],
  ['0026-prorated-at', addProratedAt],
  ['0027-document-value-tokens', queueDocumentValues],
  ['0028-last-chunks', addLastChunks],
  ['0029-lookup-indexes', indexLookups, { isConcurrent: true }],
  ['0030-user-indexes', indexUserReferences, { isConcurrent: true }],
  ['0031-payer-emails', addPayerEmails],
  ['0032-swap-plans', addSwapPlans],
  ['0033-faulty-blobs', indexFaultyBlobs, { isConcurrent: true }],
  ['0034-missing-team-ids', setMissingTeamIds],
  ['0035-stale-texts', addStaleTexts],
  ['0036-last-runs', addLastRuns],
  ['0037-listed-texts', listStaleTexts],
  ['0038-growth-indexes', indexGrowingTables, { isConcurrent: true }],
  ['0039-card-signatures', addCardSignatures],
  ['0040-job-marks', createJobMarks],
  ['0041-billing-facts', addBillingFacts],
  ['0042-own-capacities', addOwnCapacities],
  ['0043-claimed-roles', addClaimedRoles],
  ['0044-own-appearance', addOwnAppearance],
  ['0046-page-authors', addPageAuthors],
  ['0047-checkout-proration', addCheckoutProration],
]

/** Names of the migrations this version knows. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(([name]) => name)

/** The database can't be used; operators read the message. */
class UnsupportedDatabase extends Error {
  override readonly name = 'UnsupportedDatabase'
}

const MIGRATION_LOCK = 3_512_002
/** PostgreSQL's code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_TIMEOUT = '1s'
const LOCK_PAUSE_MS = 1_000
/** About ten minutes. */
const LOCK_ATTEMPTS = 300

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
    if (!(await hasFloors(tx, kind)))
      await tx.schema.alterTable('migrations').addColumn('floor', 'text').execute()
  })
}

async function hasFloors(db: Db, kind: DatabaseKind): Promise<boolean> {
  const query =
    kind === 'postgres'
      ? sql`select 1 from information_schema.columns
          where table_schema = current_schema() and table_name = 'migrations' and column_name = 'floor'`
      : sql`select 1 from pragma_table_info('migrations') where name = 'floor'`
  return (await query.execute(db)).rows.length > 0
}

interface Applied {
  name: string
  floor: string | null
}

async function findApplied(database: OpenDatabase): Promise<Applied[]> {
  const { db } = database
  try {
    await createTable(database)
    return await db.selectFrom('migrations').select(['name', 'floor']).orderBy('name').execute()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UnsupportedDatabase(`The database can't be read: ${reason}`, { cause })
  }
}

/** Refuses a schema that a newer version has changed in a way that this one can't use. */
function requireUsable(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(([name]) => name))
  const breaking = applied.filter(
    ({ name, floor }) => !known.has(name) && floor !== null && !known.has(floor),
  )
  if (breaking.length > 0)
    throw new UnsupportedDatabase(
      `The database was migrated by a newer Coffer (${breaking.map(({ name }) => name).join(', ')}): start that version, or restore a backup`,
    )
}

const isApplied = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('migrations').where('name', '=', name).select('name').execute()).length > 0

async function record(db: Db, [name, , options]: Migration, now: () => Date): Promise<void> {
  const row = { name, floor: options?.floor ?? null, applied_at: now().getTime() }
  await db.insertInto('migrations').values(row).execute()
}

async function applyInTransaction(
  { db, kind }: OpenDatabase,
  migration: Migration,
  now: () => Date,
): Promise<void> {
  const [name, change] = migration
  await db.transaction().execute(async tx => {
    // Two processes that start at the same time must not both apply it.
    if (kind === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`lock table migrations in exclusive mode`.execute(tx)
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
    }
    if (await isApplied(tx, name)) return
    await change(tx as unknown as Kysely<unknown>, kind)
    await record(tx, migration, now)
  })
}

/** Calls behind a change that waits for a lock wait as well, so it waits briefly and tries again. */
async function applyPatiently(
  database: OpenDatabase,
  migration: Migration,
  now: () => Date,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await applyInTransaction(database, migration, now)
    } catch (error) {
      const isBusy = (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE
      if (!isBusy || attempt === LOCK_ATTEMPTS) throw error
      await sleep(LOCK_PAUSE_MS * (0.5 + Math.random()))
    }
}

/** A process that waits for the lock must not hold a transaction, which the work would wait for. */
const applyConcurrently = ({ db }: OpenDatabase, migration: Migration, now: () => Date) =>
  db.connection().execute(async connection => {
    const [name, change] = migration
    const lock = async () => {
      const { rows } = await sql<{ locked: boolean }>`select
        pg_try_advisory_lock(${MIGRATION_LOCK}, 1) as locked`.execute(connection)
      return rows[0]?.locked
    }
    while (!(await lock())) await sleep(LOCK_PAUSE_MS)
    try {
      await sql`set statement_timeout = 0`.execute(connection)
      // A build waits for all older transactions, without a lock that other calls wait for.
      await sql`set lock_timeout = 0`.execute(connection)
      if (await isApplied(connection, name)) return
      await change(connection as unknown as Kysely<unknown>, 'postgres')
      await record(connection, migration, now)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK}, 1)`.execute(connection)
    }
  })

/**
 * Applies the migrations that are missing, each in its own transaction.
 * @throws UnsupportedDatabase when the database can't be read or this version can't use it
 */
export async function migrate(
  database: OpenDatabase,
  now: () => Date,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const applied = await findApplied(database)
  requireUsable(applied, migrations)
  const names = new Set(applied.map(({ name }) => name))
  for (const migration of migrations) {
    const [name, , options] = migration
    if (names.has(name)) continue
    if (options?.isConcurrent && database.kind === 'postgres')
      await applyConcurrently(database, migration, now)
    else await applyPatiently(database, migration, now)
  }
}

/**
 * Changes nothing, unless `initializes` is set and the database is empty.
 * @throws UnsupportedDatabase when migrations are missing or this version can't use the database
 */
export async function requireMigrated(
  database: OpenDatabase,
  now: () => Date,
  { initializes }: { initializes: boolean },
): Promise<void> {
  const applied = await findApplied(database)
  if (applied.length === 0 && initializes) return migrate(database, now)
  requireUsable(applied, MIGRATIONS)
  const names = new Set(applied.map(({ name }) => name))
  const missing = MIGRATION_NAMES.filter(name => !names.has(name))
  if (missing.length > 0)
    throw new UnsupportedDatabase(
      `The database lacks migrations of this version (${missing.join(', ')}): run \`npm run coffer -- migrate\``,
    )
}
