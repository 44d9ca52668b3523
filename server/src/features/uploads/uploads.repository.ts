import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import { databaseTime } from '../../db/database-time.ts'
import { type Db, hasRowLocks } from '../../db/open.ts'
import { firstOf, isChanged, prepared } from '../../db/prepared.ts'
import type { Schema, UploadRow } from '../../db/schema.ts'
import { valuesTable } from '../../db/values-table.ts'
import { inBatches } from '../../lib/batches.ts'

/** Clients choose the ids, so two uploaders may use the same one. */
export type UploadKey = Pick<UploadRow, 'actor_key' | 'id'>

/** An upload as a request sees it; its changes apply only while the lease is the same. */
export type LeasedUpload = UploadKey & Pick<UploadRow, 'lease_id'>

/** Much longer than the interval of renewals, so that a busy process keeps its leases. */
const LEASE_MS = 30_000

const byKey = prepared((db, { actor_key, id }: UploadKey) =>
  db.selectFrom('uploads').selectAll().where('actor_key', '=', actor_key).where('id', '=', id),
)

export const findUpload = (db: Db, { actor_key, id }: UploadKey): Promise<UploadRow | undefined> =>
  firstOf(byKey(db, { actor_key, id }))

export const findByClientKey = (db: Db, key: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').selectAll().where('client_key', '=', key).executeTakeFirst()

type Origin = 'link_id' | 'modified_at' | 'device' | 'document_type_id' | 'subcategory_id'
type Blob = 'store' | 'placement' | 'crc32' | 'chunk_offset' | 'chunk_crc32'
type Unfinished = Origin | 'lease_id'
/** Origin, document type and lease matter only while the upload is unfinished. */
export type NewUpload = Omit<UploadRow, Unfinished | Blob | 'lease_expires_at'> &
  Partial<Pick<UploadRow, Unfinished>>

/** When a lease that is taken or renewed now expires. */
const leaseEnd = (db: Db) => sql<number>`${databaseTime(db)} + ${sql.lit(LEASE_MS)}`

const insertRow = prepared((db, upload: Omit<UploadRow, Blob | 'lease_expires_at'>) =>
  db
    .insertInto('uploads')
    .values({
      id: upload.id,
      actor_key: upload.actor_key,
      link_id: upload.link_id,
      client_key: upload.client_key,
      owner_id: upload.owner_id,
      parent_id: upload.parent_id,
      path: upload.path,
      name: upload.name,
      original_name: upload.original_name,
      on_conflict: upload.on_conflict,
      blob_id: upload.blob_id,
      received_bytes: upload.received_bytes,
      size_bytes: upload.size_bytes,
      reserved_bytes: upload.reserved_bytes,
      document_type_id: upload.document_type_id,
      subcategory_id: upload.subcategory_id,
      item_id: upload.item_id,
      modified_at: upload.modified_at,
      device: upload.device,
      lease_id: upload.lease_id,
      lease_expires_at: leaseEnd(db),
      created_at: upload.created_at,
      updated_at: upload.updated_at,
    })
    .onConflict(oc => oc.doNothing()),
)

/** @returns false when another request has inserted the same upload */
export const insertUpload = async (db: Db, upload: NewUpload): Promise<boolean> => {
  const isInserted = await isChanged(
    insertRow(db, {
      link_id: null,
      modified_at: null,
      device: null,
      document_type_id: null,
      subcategory_id: null,
      lease_id: null,
      ...upload,
    }),
  )
  if (isInserted && upload.item_id === null) recordChange(db, 'upload', [upload.actor_key])
  return isInserted
}

export type UploadCondition = (eb: ExpressionBuilder<Schema, 'uploads'>) => Expression<SqlBool>

/** An upload that no request writes at present. */
const isNotLeased =
  (db: Db): UploadCondition =>
  eb =>
    eb.or([eb('lease_id', 'is', null), eb('lease_expires_at', '<', databaseTime(db))])

export const isUnfinished: UploadCondition = eb => eb('item_id', 'is', null)

/** An unfinished upload that changed before a time and that no request writes at present. */
export const isStale =
  (db: Db, time: number): UploadCondition =>
  eb =>
    eb.and([isUnfinished(eb), eb('updated_at', '<', time), isNotLeased(db)(eb)])

interface NewLease {
  lease_id: string
  /** A blob that no other request knows. */
  blob_id: string
}

const takeLease = prepared((db, { actor_key, id, lease_id, blob_id }: UploadKey & NewLease) =>
  db
    .updateTable('uploads')
    .set({
      lease_id,
      lease_expires_at: leaseEnd(db),
      // The former holder may still be writing the first bytes.
      blob_id: sql<string>`case when received_bytes = 0 then ${blob_id} else blob_id end`,
      store: sql<number>`case when received_bytes = 0 then null else store end`,
      placement: sql<string>`case when received_bytes = 0 then null else placement end`,
      crc32: sql<number>`case when received_bytes = 0 then null else crc32 end`,
    })
    .where('actor_key', '=', actor_key)
    .where('id', '=', id)
    .where('item_id', 'is', null)
    .where(isNotLeased(db))
    .returningAll(),
)

/** Takes the lease of an unfinished upload. @returns the row unless another request holds it */
export const claimLease = (
  db: Db,
  { actor_key, id }: UploadKey,
  lease: NewLease,
): Promise<UploadRow | undefined> => firstOf(takeLease(db, { actor_key, id, ...lease }))

/** @returns the ids of the leases that are still held */
export async function renewLeases(
  db: Db,
  uploads: readonly LeasedUpload[],
): Promise<Set<string | null>> {
  const columns = ['actor_key', 'id', 'lease_id']
  const values = uploads.map(({ actor_key, id, lease_id }) => [actor_key, id, lease_id])
  const rows = await db
    .updateTable('uploads')
    .set({ lease_expires_at: leaseEnd(db) })
    .where(sql<boolean>`(actor_key, id, lease_id) in (${valuesTable(db, columns, values)})`)
    .returning('lease_id')
    .execute()
  return new Set(rows.map(row => row.lease_id))
}

/** Lets a lease expire within `ms` milliseconds unless its holder renews it. */
export async function shortenLease(
  db: Db,
  { actor_key, id, lease_id }: LeasedUpload,
  ms: number,
): Promise<void> {
  const end = sql<number>`${databaseTime(db)} + ${ms}`
  await db
    .updateTable('uploads')
    .set({ lease_expires_at: end })
    .where('actor_key', '=', actor_key)
    .where('id', '=', id)
    .where('lease_id', '=', lease_id)
    .where('lease_expires_at', '>', end)
    .execute()
}

/** Loads an upload for a change within the transaction. */
export const lockUpload = (db: Db, { actor_key, id }: UploadKey): Promise<UploadRow | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('actor_key', '=', actor_key)
    .where('id', '=', id)
    .$if(hasRowLocks(db), query => query.forUpdate())
    .executeTakeFirst()

const countBytes = prepared(
  (
    db,
    p: LeasedUpload &
      Pick<UploadRow, Blob | 'received_bytes' | 'size_bytes' | 'reserved_bytes' | 'updated_at'> & {
        receivedBefore: number
        nextLease: string | null
      },
  ) =>
    db
      .updateTable('uploads')
      .set({
        received_bytes: p.received_bytes,
        size_bytes: p.size_bytes,
        reserved_bytes: p.reserved_bytes,
        store: p.store,
        placement: p.placement,
        crc32: p.crc32,
        chunk_offset: p.chunk_offset,
        chunk_crc32: p.chunk_crc32,
        lease_id: p.nextLease,
        updated_at: p.updated_at,
      })
      .where('actor_key', '=', p.actor_key)
      .where('id', '=', p.id)
      .where('lease_id', '=', p.lease_id)
      .where('received_bytes', '=', p.receivedBefore),
)

/**
 * Counts the received bytes; `next` may release the lease.
 * @returns false when the lease is lost
 */
export const acknowledgeBytes = (
  db: Db,
  { received_bytes, ...row }: UploadRow,
  { lease_id, ...next }: UploadRow,
): Promise<boolean> =>
  isChanged(
    countBytes(db, {
      ...next,
      lease_id: row.lease_id,
      receivedBefore: received_bytes,
      nextLease: lease_id,
    }),
  )

/** A row has at most 22 values, and a statement takes a thousand. */
const ROWS_PER_STATEMENT = 50

export async function insertUploads(db: Db, uploads: readonly NewUpload[]): Promise<void> {
  for (const batch of inBatches(uploads, ROWS_PER_STATEMENT))
    await db.insertInto('uploads').values(batch).execute()
}

export async function findUploads(
  db: Db,
  keys: readonly UploadKey[],
): Promise<Map<string, UploadRow>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('actor_key', 'in', [...new Set(keys.map(key => key.actor_key))])
    .where(
      'id',
      'in',
      keys.map(key => key.id),
    )
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** @returns false when the upload was cancelled or its lease is lost */
export const updateUpload = async (
  db: Db,
  { actor_key, id, lease_id }: LeasedUpload,
  change: Partial<
    Pick<
      UploadRow,
      | 'parent_id'
      | 'received_bytes'
      | 'reserved_bytes'
      | 'size_bytes'
      | 'item_id'
      | 'client_key'
      | 'lease_id'
      | Blob
      | 'updated_at'
    >
  >,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set(change)
    .where('actor_key', '=', actor_key)
    .where('id', '=', id)
    .where('lease_id', lease_id === null ? 'is' : '=', lease_id)
    .executeTakeFirst()
  // Other devices are notified only when the upload is finished, not of each chunk.
  if (change.item_id) recordChange(db, 'upload', [actor_key])
  return numUpdatedRows > 0n
}

/** @returns the deleted row; nothing when another call deleted it first or the condition fails */
export async function deleteUpload(
  db: Db,
  { actor_key, id }: UploadKey,
  condition?: UploadCondition,
): Promise<UploadRow | undefined> {
  const named = db.deleteFrom('uploads').where('actor_key', '=', actor_key).where('id', '=', id)
  const query = condition ? named.where(condition) : named
  const deleted = await query.returningAll().executeTakeFirst()
  recordChange(db, 'upload', [actor_key])
  return deleted
}

export const listUnfinished = (
  db: Db,
  key: string,
  after: string | undefined,
  limit: number,
): Promise<UploadRow[]> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('actor_key', '=', key)
    .where('item_id', 'is', null)
    .$if(after !== undefined, query => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Uploads by a user and uploads to them. */
const uploadsOf = (db: Db, userId: string) =>
  db
    .selectFrom('uploads')
    .where(eb => eb.or([eb('actor_key', '=', userId), eb('owner_id', '=', userId)]))

export const findUnfinishedOf = (db: Db, userId: string, limit: number): Promise<UploadRow[]> =>
  uploadsOf(db, userId).selectAll().where('item_id', 'is', null).limit(limit).execute()

/** Deletes rows of finished uploads, which reserve nothing. @returns how many */
async function deleteFinished(
  db: Db,
  some: ReturnType<typeof uploadsOf>,
  limit: number,
): Promise<number> {
  const finished = some.where('item_id', 'is not', null)
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    // Each upload has a blob of its own.
    .where('blob_id', 'in', finished.select('blob_id').limit(limit))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const deleteFinishedOf = (db: Db, userId: string, limit: number): Promise<number> =>
  deleteFinished(db, uploadsOf(db, userId), limit)

export const deleteFinishedBefore = (db: Db, time: number, limit: number): Promise<number> =>
  deleteFinished(db, db.selectFrom('uploads').where('updated_at', '<', time), limit)

const unfinished = (db: Db) => db.selectFrom('uploads').selectAll().where(isUnfinished)

export const findStale = (db: Db, time: number, limit: number): Promise<UploadRow[]> =>
  db.selectFrom('uploads').selectAll().where(isStale(db, time)).limit(limit).execute()

export const findUnfinishedByLinks = (
  db: Db,
  linkIds: readonly string[],
  limit: number,
): Promise<UploadRow[]> => unfinished(db).where('link_id', 'in', linkIds).limit(limit).execute()

/** Uploads of guests whose share or request has ended, and of users who have left the team. */
export const findWithoutAccess = (db: Db, now: number, limit: number): Promise<UploadRow[]> =>
  unfinished(db)
    .where(eb =>
      eb.or([
        eb.and([
          eb('link_id', 'is not', null),
          eb.not(eb.exists(openShare(db, now))),
          eb.not(eb.exists(openRequest(db))),
        ]),
        eb.and([
          eb('actor_key', 'in', db.selectFrom('users').select('users.id')),
          eb('actor_key', '<>', eb.ref('owner_id')),
          eb.not(eb.exists(membership(db))),
        ]),
      ]),
    )
    .limit(limit)
    .execute()

const openShare = (db: Db, now: number) =>
  db
    .selectFrom('shares')
    .select('shares.id')
    .whereRef('shares.id', '=', sql.ref('uploads.link_id'))
    .where('shares.permission', '=', 'editor')
    .where(eb => eb.or([eb('shares.expires_at', 'is', null), eb('shares.expires_at', '>', now)]))

const openRequest = (db: Db) =>
  db
    .selectFrom('upload_requests')
    .select('upload_requests.id')
    .whereRef('upload_requests.id', '=', sql.ref('uploads.link_id'))
    .where('upload_requests.status', '=', 'active')

/** Of the sender, in the team of the folder or, once that was deleted, in any team of its owner. */
const membership = (db: Db) =>
  db
    .selectFrom('team_members')
    .innerJoin('items as team', 'team.id', 'team_members.folder_id')
    .select('team.id')
    .whereRef('team_members.user_id', '=', sql.ref('uploads.actor_key'))
    .where('team_members.permission', '=', 'can_edit')
    .where(
      sql<boolean>`team.id = coalesce(
        (select coalesce(team_id, '') from items where items.id = uploads.parent_id),
        case when team.owner_id = uploads.owner_id then team.id end)`,
    )
