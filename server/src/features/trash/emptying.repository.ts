import { note } from '../../db/notes.ts'
import type { Db } from '../../db/open.ts'

export interface Emptying {
  owner_id: string
  /** What was removed later stays. */
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

export async function countTops(db: Db, ownerId: string, until: number): Promise<number> {
  const row = await topsOf(db, ownerId, until)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** When the last thing was removed that lies in the trash, which a clock that was set back may call later than now. */
export async function lastRemoval(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('items')
    .where('owner_id', '=', ownerId)
    .where('trashed_at', 'is not', null)
    .select(eb => eb.fn.max('trashed_at').as('at'))
    .executeTakeFirst()
  return Number(row?.at ?? 0)
}

/** Whether the trash holds more than so many items, those inside of folders counted too. */
export async function isLarger(db: Db, ownerId: string, limit: number): Promise<boolean> {
  const beyond = await db
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('trashed_at', 'is not', null)
    .offset(limit)
    .limit(1)
    .executeTakeFirst()
  return beyond !== undefined
}

export const findEmptying = (db: Db, ownerId: string): Promise<Emptying | undefined> =>
  db.selectFrom('trash_emptyings').selectAll().where('owner_id', '=', ownerId).executeTakeFirst()

/** One that is under way already goes on with what was removed since. */
export async function saveEmptying(db: Db, emptying: Emptying): Promise<void> {
  const { owner_id, ...rest } = emptying
  await db
    .insertInto('trash_emptyings')
    .values(emptying)
    .onConflict(oc => oc.column('owner_id').doUpdateSet(rest))
    .execute()
  note(db, 'trash', [owner_id])
}

export const deleteEmptying = async (db: Db, ownerId: string): Promise<void> => {
  await db.deleteFrom('trash_emptyings').where('owner_id', '=', ownerId).execute()
}
