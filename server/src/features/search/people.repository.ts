import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

export interface Person {
  id: string
  name: string
  email: string
  color: string
  avatar_key: string | null
}

/** Nobody has more people than can be looked through at once; names are compared by our own rules. */
const LOOKED_THROUGH = 20_000

export const listPeople = (db: Db): Promise<Person[]> =>
  db
    .selectFrom('users')
    .leftJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'user_settings.avatar_key'])
    .select(sql<string>`coalesce(user_settings.color, '')`.as('color'))
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(LOOKED_THROUGH)
    .execute()
