import { sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import type { ItemView } from '../items/index.ts'

export interface Emptying {
  owner_id: string
  /** Items that were trashed later are kept. */
  removed_until: number
  total: number
  done: number
}

const topsOf = (db: Db, ownerId: string, until: number) =>
  db
    .selectFrom('items')
    .where('owner_id', '=', ownerId)
    .where('trashed_with', 'is', null)
    .where('trashed_at', 'is not', null)
    .where('trashed_at', '<=', until)

export const findTops = (db: Db, ownerId: string, until: number, limit: number) =>
  topsOf(db, ownerId, until)
    .select(['id', 'owner_id'])
    .orderBy('trashed_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Counts the items to delete, including those inside folders. */
export async function countUntil(db: Db, ownerId: string, until: number): Promise<number> {
  const row = await db
    .selectFrom('items')
    .where('owner_id', '=', ownerId)
    .where('trashed_at', 'is not', null)
    .where('trashed_at', '<=', until)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Counts these items and everything that was trashed with them. */
export async function countGroups(
  db: Db,
  ownerId: string,
  topIds: readonly string[],
): Promise<number> {
  if (topIds.length === 0) return 0
  const row = await db
    .selectFrom('items')
    .where('owner_id', '=', ownerId)
    .where('trashed_with', 'in', topIds)
    .where('trashed_at', 'is not', null)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return topIds.length + Number(row.count)
}

/** The latest removal time in the trash; it may lie in the future when the clock was set back. */
export async function findLastRemovalTime(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('items')
    .where('owner_id', '=', ownerId)
    .where('trashed_at', 'is not', null)
    .select(eb => eb.fn.max('trashed_at').as('at'))
    .executeTakeFirst()
  return Number(row?.at ?? 0)
}

type Inside = Pick<ItemView, 'id' | 'owner_id' | 'type' | 'parent_id'>

/**
 * Returns some items that were trashed with these, if there are more than `limit`: items without
 * children in the group, or a set that includes all their children.
 */
export async function findInside(
  db: Db,
  ownerId: string,
  topIds: readonly string[],
  limit: number,
): Promise<Inside[]> {
  const inside = db
    .selectFrom('items')
    .where('items.owner_id', '=', ownerId)
    .where('items.trashed_with', 'in', topIds)
    .where('items.trashed_at', 'is not', null)
  const beyond = await inside.select('id').offset(limit).limit(1).executeTakeFirst()
  if (!beyond) return []
  const empty = await inside
    .select(['items.id', 'items.owner_id', 'items.type', 'items.parent_id'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('items as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'items.id')
            .whereRef('child.trashed_with', '=', 'items.trashed_with'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return empty.length === limit ? empty : findDeepest(db, topIds, limit)
}

/**
 * For narrow, deep trees with few childless items: the deepest items first, as children are always
 * deeper.
 */
async function findDeepest(db: Db, topIds: readonly string[], limit: number): Promise<Inside[]> {
  const isTrashedTogether = sql`items.parent_id = below.id and items.trashed_with = below.top_id`
  const { rows } = await sql<Inside>`
    with recursive below(id, top_id, depth) as (
      select id, id, 0 from items where id in (${sql.join(topIds)})
      union all
      select items.id, below.top_id, below.depth + 1
      from below ${indexedJoin(db, 'join', 'items', isTrashedTogether)}
    ),
    deepest as (select id from below where depth > 0 order by depth desc limit ${limit})
    select id, owner_id, type, parent_id from items
    where id in (select id from deepest)`.execute(db)
  return rows
}

/** Whether more than `limit` items were trashed until a time, including those inside folders. */
export async function holdsMoreThan(
  db: Db,
  ownerId: string,
  until: number,
  limit: number,
): Promise<boolean> {
  const beyond = await db
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('trashed_at', 'is not', null)
    .where('trashed_at', '<=', until)
    .offset(limit)
    .limit(1)
    .executeTakeFirst()
  return beyond !== undefined
}

export const findEmptying = (db: Db, ownerId: string): Promise<Emptying | undefined> =>
  db.selectFrom('trash_emptyings').selectAll().where('owner_id', '=', ownerId).executeTakeFirst()

/** Returns the owners whose trash is being emptied. */
export async function findOwners(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('trash_emptyings').select('owner_id').execute()
  return rows.map(row => row.owner_id)
}

/** Saves an emptying; one that is in progress continues with what was trashed since. */
export async function saveEmptying(db: Db, emptying: Emptying): Promise<void> {
  const { owner_id, ...rest } = emptying
  await db
    .insertInto('trash_emptyings')
    .values(emptying)
    .onConflict(oc => oc.column('owner_id').doUpdateSet(rest))
    .execute()
  recordChange(db, 'trash', [owner_id])
}

export const deleteEmptying = async (db: Db, ownerId: string): Promise<void> => {
  await db.deleteFrom('trash_emptyings').where('owner_id', '=', ownerId).execute()
}
