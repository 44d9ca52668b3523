import { type Insertable, sql, type Updateable } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { firstOf, isChanged, prepared } from '../../db/prepared.ts'
import type {
  UploadRequestDocumentTable,
  UploadRequestRow,
  UploadRequestTable,
  UploadRequestWithFolder,
} from '../../db/schema-sharing.ts'
import { restrictedOwner } from '../restrictions/index.ts'

const selectRequests = (db: Db) =>
  db
    .selectFrom('upload_requests')
    .innerJoin('users', 'users.id', 'upload_requests.owner_id')
    .innerJoin('user_settings', 'user_settings.user_id', 'upload_requests.owner_id')
    .leftJoin('items', join =>
      join.onRef('items.id', '=', 'upload_requests.folder_id').on('items.trashed_at', 'is', null),
    )
    .selectAll('upload_requests')
    .select(['items.name as folder_name', 'users.name as owner_name'])
    .select('user_settings.avatar_key as owner_avatar_key')
    .select(['user_settings.color as owner_color', restrictedOwner('upload_requests.owner_id')])

/** Prepared because every guest call runs it. */
const byHash = prepared((db, { hash }: { hash: string }) =>
  selectRequests(db).where('upload_requests.token_hash', '=', hash),
)

export const findByHash = (db: Db, hash: string): Promise<UploadRequestWithFolder | undefined> =>
  firstOf(byHash(db, { hash }))

export const findSeveral = (db: Db, ids: readonly string[]): Promise<UploadRequestWithFolder[]> =>
  selectRequests(db).where('upload_requests.id', 'in', ids).execute()

export const findOwn = (
  db: Db,
  ownerId: string,
  id: string,
): Promise<UploadRequestWithFolder | undefined> =>
  selectRequests(db)
    .where('upload_requests.id', '=', id)
    .where('upload_requests.owner_id', '=', ownerId)
    .executeTakeFirst()

export const insertRequest = async (
  db: Db,
  request: Insertable<UploadRequestTable>,
): Promise<void> => {
  await db.insertInto('upload_requests').values(request).execute()
}

/** The folder shows its request, also on other pages of the owner. */
const recordRequestChange = (db: Db, { folder_id }: Pick<UploadRequestRow, 'folder_id'>): void => {
  if (folder_id !== null) recordChange(db, 'item', [folder_id])
}

export const updateRequest = async (
  db: Db,
  request: Pick<UploadRequestRow, 'id' | 'folder_id'>,
  change: Updateable<UploadRequestTable>,
): Promise<void> => {
  recordRequestChange(db, request)
  await db.updateTable('upload_requests').set(change).where('id', '=', request.id).execute()
}

/** Ends an active request. @returns false when it had ended before */
export async function endRequest(
  db: Db,
  { id, folder_id }: Pick<UploadRequestRow, 'id' | 'folder_id'>,
  status: UploadRequestRow['status'],
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload_requests')
    .set({ status, closed_at: at })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  recordRequestChange(db, { folder_id })
  return true
}

/**
 * Sums the unfinished uploads of a request. Those that replace count no file until they are complete,
 * nor does a buffered chunk, which has no name until its fields arrive.
 */
export async function sumInProgress(db: Db, id: string): Promise<{ files: number; bytes: number }> {
  const row = await db
    .selectFrom('uploads')
    .select(eb => [
      eb.fn
        .countAll<number>()
        .filterWhere('on_conflict', '<>', 'replace')
        .filterWhere('name', '<>', '')
        .as('files'),
      eb.fn.coalesce(eb.fn.sum<number>('reserved_bytes'), sql.lit(0)).as('bytes'),
    ])
    .where('link_id', '=', id)
    .where('item_id', 'is', null)
    .executeTakeFirstOrThrow()
  return { files: Number(row.files), bytes: Number(row.bytes) }
}

const incrementReceived = prepared(
  (db, p: { id: string; files: number; bytes: number; now: number }) =>
    db
      .updateTable('upload_requests')
      .set(eb => ({
        received_files: eb('received_files', '+', p.files),
        received_bytes: eb('received_bytes', '+', p.bytes),
      }))
      .where('id', '=', p.id)
      .where('status', '=', 'active')
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', p.now)]))
      .where(
        sql<boolean>`(max_files is null or received_files + cast(${p.files} as bigint) <= max_files)`,
      )
      .where(
        sql<boolean>`(max_bytes is null or received_bytes + cast(${p.bytes} as bigint) <= max_bytes)`,
      ),
)

/**
 * Checks the limits and counts in one statement. @returns false when the request is full or has
 * ended
 */
export const addReceived = (
  db: Db,
  id: string,
  received: { files: number; bytes: number; now: number },
): Promise<boolean> => isChanged(incrementReceived(db, { id, ...received }))

/** Subtracts deleted files from the counts of a request. */
export const subtractReceived = async (
  db: Db,
  id: string,
  deleted: { files: number; bytes: number },
): Promise<void> => {
  await db
    .updateTable('upload_requests')
    .set(eb => ({
      received_files: eb('received_files', '-', deleted.files),
      received_bytes: eb('received_bytes', '-', deleted.bytes),
    }))
    .where('id', '=', id)
    .execute()
}

export async function countOwn(
  db: Db,
  ownerId: string,
  folderId: string | undefined,
): Promise<number> {
  const row = await db
    .selectFrom('upload_requests')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .$if(folderId !== undefined, query => query.where('folder_id', '=', folderId ?? ''))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export const listOwn = (
  db: Db,
  ownerId: string,
  folderId: string | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<UploadRequestWithFolder[]> =>
  selectRequests(db)
    .where('upload_requests.owner_id', '=', ownerId)
    .$if(folderId !== undefined, query =>
      query.where('upload_requests.folder_id', '=', folderId ?? ''),
    )
    .orderBy(sql`case when upload_requests.status = 'active' then 0 else 1 end`)
    .orderBy('upload_requests.created_at', 'desc')
    .orderBy('upload_requests.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

/** Finds active requests whose expiry has passed, or whose folder was deleted or transferred. */
export const findOverdue = (
  db: Db,
  now: number,
  limit: number,
): Promise<UploadRequestWithFolder[]> => {
  // Literal, as in the condition of the index; each reason has one.
  const active = db
    .selectFrom('upload_requests')
    .select('id')
    .where('status', '=', sql.lit('active'))
  const overdue = active
    .where('expires_at', '<=', now)
    .unionAll(active.where('folder_id', 'is', null))
  return selectRequests(db).where('upload_requests.id', 'in', overdue).limit(limit).execute()
}

export const insertDocuments = async (
  db: Db,
  documents: readonly Insertable<UploadRequestDocumentTable>[],
): Promise<void> => {
  if (documents.length > 0)
    await db.insertInto('upload_request_documents').values(documents).execute()
}

export const deleteDocuments = async (db: Db, requestId: string): Promise<void> => {
  await db.deleteFrom('upload_request_documents').where('request_id', '=', requestId).execute()
}

/**
 * Returns the requested documents with their current names; deleted document types are left out.
 */
export const listDocuments = (db: Db, requestIds: readonly string[]) =>
  db
    .selectFrom('upload_request_documents as document')
    .innerJoin('document_types', 'document_types.id', 'document.document_type_id')
    .leftJoin('subcategories', 'subcategories.id', 'document.subcategory_id')
    .selectAll('document')
    .select(['document_types.name as type_name', 'subcategories.name as subcategory_name'])
    .where('document.request_id', 'in', requestIds)
    .where(eb =>
      eb.or([eb('document.subcategory_id', 'is', null), eb('subcategories.id', 'is not', null)]),
    )
    .orderBy('document.request_id')
    .orderBy('document.position')
    .execute()

export type RequestedDocumentRow = Awaited<ReturnType<typeof listDocuments>>[number]

export const findUserByEmail = (db: Db, email: string): Promise<{ id: string } | undefined> =>
  db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
