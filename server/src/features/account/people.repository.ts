import { MAX_PEOPLE } from '@coffer/contract/users'
import { containsText } from '../../db/like-pattern.ts'
import type { Db } from '../../db/open.ts'

export interface PersonRow {
  id: string
  name: string
  email: string
  color: string
  avatar_key: string | null
}

/** Finds users by exact id, or by a part of the name or address. */
export const findPeople = (db: Db, query: string): Promise<PersonRow[]> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email'])
    .select(['user_settings.color', 'user_settings.avatar_key'])
    .where(eb =>
      eb.or([eb('users.id', '=', query), containsText(['users.name', 'users.email'], query)]),
    )
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(MAX_PEOPLE)
    .execute()
