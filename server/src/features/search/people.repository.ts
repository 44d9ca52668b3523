import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

export interface Person {
  id: string
  name: string
  email: string
  color: string
  avatar_key: string | null
}

/** Users are ranked in memory by the rules for file names, up to this number. */
const MAX_USERS = 20_000

export const listPeople = (db: Db): Promise<Person[]> =>
  db
    .selectFrom('users')
    .leftJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'user_settings.avatar_key'])
    .select(sql<string>`coalesce(user_settings.color, '')`.as('color'))
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(MAX_USERS)
    .execute()
