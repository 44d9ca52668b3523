import { rowsOf } from '@coffer/contract'
import type { ListQuery } from '@coffer/contract/browse'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { valuesTable } from '../../db/values-table.ts'
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

export interface TeamAccess {
  userId: string
  teamId: string
}

/** Returns those of the pairs whose user is a member or the owner of the team folder. */
export async function findAccessToTeams(
  db: Db,
  pairs: readonly TeamAccess[],
): Promise<TeamAccess[]> {
  const rows = pairs.map(({ userId, teamId }) => [userId, teamId])
  const result = await sql<TeamAccess>`
    with pair as materialized (${valuesTable(db, ['user_id', 'team_id'], rows)})
    select pair.user_id as "userId", pair.team_id as "teamId" from pair
    where exists (
      select 1 from team_members
      where team_members.folder_id = pair.team_id and team_members.user_id = pair.user_id
    ) or exists (
      select 1 from items where items.id = pair.team_id and items.owner_id = pair.user_id
    )`.execute(db)
  return result.rows
}
