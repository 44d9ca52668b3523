import type { Db } from '../../db/open.ts'

/** Returns the live team folders of others that the user is a member of. */
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
