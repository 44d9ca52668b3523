import { rowsOf } from '@coffer/contract'
import type { ListQuery } from '@coffer/contract/browse'
import type { Db } from '../../db/open.ts'
import { SORT_COLUMNS, SQL_DIRECTIONS } from '../browse/index.ts'
import { favouriteOf, type ItemView, selectItemViews } from '../items/index.ts'

/** The user's own team folders, or those of others that they are a member of. */
export type Side = 'own' | 'shared'

const selectTops = (db: Db, side: Side, userId: string) => {
  const tops = selectItemViews(db, userId)
    .whereRef('items.id', '=', 'items.team_id')
    .where('items.trashed_at', 'is', null)
  return side === 'own'
    ? tops.where('items.owner_id', '=', userId)
    : tops.where('items.id', 'in', eb =>
        eb.selectFrom('team_members').select('folder_id').where('user_id', '=', userId),
      )
}

export async function countTops(db: Db, side: Side, userId: string): Promise<number> {
  const { total } = await selectTops(db, side, userId)
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const listTops = (
  db: Db,
  side: Side,
  userId: string,
  { sort, direction, ...page }: ListQuery,
): Promise<ItemView[]> =>
  selectTops(db, side, userId)
    .select(favouriteOf(userId))
    .orderBy(`items.${SORT_COLUMNS[sort]}`, SQL_DIRECTIONS[direction])
    .orderBy('items.id', SQL_DIRECTIONS[direction])
    .limit(page.per_page)
    .offset(rowsOf(page).offset)
    .execute()
