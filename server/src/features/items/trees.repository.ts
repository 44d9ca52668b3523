import type { Db } from '../../db/open.ts'

/** The team folders that others let somebody into, and whose they are. */
export const findTeamsOf = (db: Db, userId: string): Promise<{ id: string; owner_id: string }[]> =>
  db
    .selectFrom('team_members')
    .innerJoin('items', 'items.id', 'team_members.folder_id')
    .select(['items.id', 'items.owner_id'])
    .where('team_members.user_id', '=', userId)
    .where('items.owner_id', '<>', userId)
    .where('items.trashed_at', 'is', null)
    .orderBy('items.id')
    .execute()
