import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { foldersBelow } from './folders-below.repository.ts'

/** Counts the live folders that guests of an upload request have created in its folder, up to a limit. */
export async function countRequestFolders(
  db: Db,
  folderId: string,
  limit: number,
): Promise<number> {
  const isGuestFolder = sql`items.type = 'folder' and items.guest_id is not null
    and items.trashed_at is null`
  const { rows } = await sql<{ count: number }>`
    with recursive below(id) as (
      select items.id from items where items.parent_id = ${folderId} and ${isGuestFolder}
      union all
      select items.id from below
      cross join items where items.parent_id = below.id and ${isGuestFolder}
    )
    select count(*) as count from (select id from below limit ${limit}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Counts the folders below a shared folder that no user and no guest of an upload request has
 * created, up to a limit. Includes the trash, because guests of a share move folders there.
 */
export async function countShareFolders(db: Db, folderId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive ${foldersBelow(db, folderId, true)}
    select count(*) as count from (
      select items.id from below cross join items
      where items.id = below.id and items.id <> ${folderId}
        and items.creator_id is null and items.guest_id is null
      limit ${limit}
    ) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
