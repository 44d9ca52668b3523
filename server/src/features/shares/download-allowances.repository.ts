import type { Db } from '../../db/open.ts'

/** Identifies an allowance: the share, the guest and the content it covers. */
export interface DownloadAllowance {
  share_id: string
  visitor: string
  content: string
}

/**
 * Counts one download unless the share's limit is reached. A single statement, so that concurrent
 * calls cannot exceed the limit.
 */
export async function incrementDownloads(db: Db, shareId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shares')
    .set(eb => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', shareId)
    .where(eb =>
      eb.or([eb('download_limit', 'is', null), eb('downloads', '<', eb.ref('download_limit'))]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores an allowance with its remaining bytes. */
export const insertAllowance = async (
  db: Db,
  allowance: DownloadAllowance & { id: string; remaining_bytes: number; created_at: number },
): Promise<void> => {
  await db.insertInto('download_allowances').values(allowance).execute()
}

/**
 * Takes bytes from an allowance that has enough left and returns its id, or undefined if none has.
 */
export async function takeBytes(
  db: Db,
  { share_id, visitor, content }: DownloadAllowance,
  bytes: number,
  since: number,
): Promise<string | undefined> {
  const row = await db
    .updateTable('download_allowances')
    .set(eb => ({ remaining_bytes: eb('remaining_bytes', '-', bytes) }))
    .where('id', '=', eb =>
      eb
        .selectFrom('download_allowances')
        .select('id')
        .where('share_id', '=', share_id)
        .where('visitor', '=', visitor)
        .where('content', '=', content)
        .where('created_at', '>=', since)
        .where('remaining_bytes', '>=', bytes)
        .orderBy('created_at')
        .limit(1),
    )
    .where('remaining_bytes', '>=', bytes)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whether a download of a content was counted for a guest. */
export const hasAllowance = async (
  db: Db,
  { share_id, visitor, content }: DownloadAllowance,
  since: number,
): Promise<boolean> =>
  (await db
    .selectFrom('download_allowances')
    .select('id')
    .where('share_id', '=', share_id)
    .where('visitor', '=', visitor)
    .where('content', '=', content)
    .where('created_at', '>=', since)
    .executeTakeFirst()) !== undefined

/** Returns bytes that were not sent to an allowance. */
export const returnBytes = async (db: Db, id: string, bytes: number): Promise<void> => {
  await db
    .updateTable('download_allowances')
    .set(eb => ({ remaining_bytes: eb('remaining_bytes', '+', bytes) }))
    .where('id', '=', id)
    .execute()
}

/** Whether a guest has bytes left from a download that was already counted. */
export const hasRemainingAllowance = async (
  db: Db,
  share_id: string,
  visitor: string,
  since: number,
): Promise<boolean> =>
  (await db
    .selectFrom('download_allowances')
    .select('id')
    .where('share_id', '=', share_id)
    .where('visitor', '=', visitor)
    .where('created_at', '>=', since)
    .where('remaining_bytes', '>', 0)
    .executeTakeFirst()) !== undefined

/** Deletes allowances created before a time (milliseconds). */
export const deleteAllowancesBefore = async (db: Db, time: number): Promise<void> => {
  await db.deleteFrom('download_allowances').where('created_at', '<', time).execute()
}
