import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { TopIds } from './ownership.repository.ts'

interface Parties {
  from: string
  to: string
}

/** Live items of an owner without their home. */
const liveItems = (db: Db, ownerId: string) =>
  db
    .selectFrom('items')
    .where('owner_id', '=', ownerId)
    .where('id', '<>', ownerId)
    .where('trashed_at', 'is', null)

/** Counts the live items of an owner and adds up their bytes, versions included. */
export async function measureLiveItems(db: Db, ownerId: string) {
  const { items, bytes } = await liveItems(db, ownerId)
    .select(eb => [
      eb.fn.countAll<number>().as('items'),
      sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  const versions = await db
    .selectFrom('item_versions')
    .innerJoin('items', 'items.id', 'item_versions.item_id')
    .select(sql<number>`coalesce(sum(item_versions.size_bytes), 0)`.as('bytes'))
    .where('items.owner_id', '=', ownerId)
    .where('items.trashed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { items: Number(items), bytes: Number(bytes) + Number(versions.bytes) }
}

/** The items at the root of a home, apart from team folders. */
const rootItems = (db: Db, ownerId: string) =>
  liveItems(db, ownerId)
    .where('parent_id', '=', ownerId)
    .where(sql<SqlBool>`coalesce(team_id, '') <> id`)

export const selectRootItems = (db: Db, ownerId: string): TopIds =>
  sql`${rootItems(db, ownerId).select('id')}`

export async function countRootItems(db: Db, ownerId: string) {
  const rows = await rootItems(db, ownerId)
    .groupBy('type')
    .select(eb => ['type', eb.fn.countAll<number>().as('count')])
    .execute()
  const countOf = (type: 'file' | 'folder') =>
    Number(rows.find(row => row.type === type)?.count ?? 0)
  return { folders: countOf('folder'), files: countOf('file') }
}

export const findTeamFolders = (db: Db, ownerId: string) =>
  liveItems(db, ownerId).whereRef('team_id', '=', 'id').select(['id', 'name']).execute()

export const moveRootItems = async (db: Db, ownerId: string, folderId: string): Promise<void> => {
  await db
    .updateTable('items')
    .set({ parent_id: folderId })
    .where('parent_id', '=', ownerId)
    .where('trashed_at', 'is', null)
    .where(sql<SqlBool>`coalesce(team_id, '') <> id`)
    .execute()
}

export const moveFolder = async (
  db: Db,
  id: string,
  place: { parent_id: string; name?: string; name_key?: string; sort_name?: string },
): Promise<void> => {
  await db.updateTable('items').set(place).where('id', '=', id).execute()
}

/** Gives all live items to another owner, with their shares, upload requests and invitations. */
export async function changeOwner(db: Db, { from, to }: Parties): Promise<void> {
  // Trashed items stay with the previous owner and lose their location.
  await sql`update items set parent_id = ${from}
    where owner_id = ${from} and trashed_at is not null
      and parent_id in (select id from items where owner_id = ${from} and trashed_at is null)`.execute(
    db,
  )
  const given = liveItems(db, from).select('items.id')
  await db
    .updateTable('shares')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('item_id', 'in', given)
    .execute()
  await db
    .updateTable('upload_requests')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('folder_id', 'in', given)
    .execute()
  const teams = liveItems(db, from).whereRef('team_id', '=', 'id').select('items.id')
  await db
    .deleteFrom('team_members')
    .where('folder_id', 'in', teams)
    .where('user_id', '=', to)
    .execute()
  await db
    .deleteFrom('team_invitations')
    .where('folder_id', 'in', teams)
    .where('email', '=', db.selectFrom('users').select('email').where('id', '=', to))
    .execute()
  await db
    .updateTable('team_invitations')
    .set({ inviter_id: to })
    .where('inviter_id', '=', from)
    .where('folder_id', 'in', teams)
    .execute()
  await db
    .updateTable('items')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('id', '<>', from)
    .where('trashed_at', 'is', null)
    .execute()
}
