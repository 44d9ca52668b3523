import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { writeInBatches } from '../../db/write-in-batches.ts'
import { detachTrashed, type TopIds } from './ownership.repository.ts'

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

export const moveRootItems = (db: Db, ownerId: string, folderId: string): Promise<void> =>
  writeInBatches(
    db,
    sql`select id from ${rootItems(db, ownerId).select('id')} as roots`,
    ['id'],
    ids => sql`update items set parent_id = ${folderId} where id in (${ids})`.execute(db),
  )

export const moveFolder = async (
  db: Db,
  id: string,
  place: { parent_id: string; name?: string; name_key?: string; sort_name?: string },
): Promise<void> => {
  await db.updateTable('items').set(place).where('id', '=', id).execute()
}

/** Gives all live items to another owner, with their shares, upload requests and invitations. */
export async function changeOwner(db: Db, { from, to }: Parties): Promise<void> {
  const given = sql`select id from ${liveItems(db, from).select('id')} as given`
  await writeInBatches(db, given, ['id'], async ids => {
    await detachTrashed(db, ids)
    await sql`update shares set owner_id = ${to}
      where owner_id = ${from} and item_id in (${ids})`.execute(db)
    await sql`update upload_requests set owner_id = ${to}
      where owner_id = ${from} and folder_id in (${ids})`.execute(db)
    await sql`delete from team_members
      where user_id = ${to} and folder_id in (${ids})`.execute(db)
    await sql`delete from team_invitations where folder_id in (${ids})
      and email = (select email from users where id = ${to})`.execute(db)
    await sql`update team_invitations set inviter_id = ${to}
      where inviter_id = ${from} and folder_id in (${ids})`.execute(db)
    await sql`update items set owner_id = ${to} where id in (${ids})`.execute(db)
  })
}
