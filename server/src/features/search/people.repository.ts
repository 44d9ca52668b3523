import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { directoryFilter, matchingIds } from '../user-directory/index.ts'

export interface Person {
  id: string
  name: string
  email: string
  color: string
  avatar_key: string | null
}

/** Most users that are ranked of those the directory finds. */
const MAX_FOUND = 1_000

const selectPeople = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'user_settings.avatar_key'])
    .select(sql<string>`coalesce(user_settings.color, '')`.as('color'))

/** Returns users whose name or address has words that begin with those of the query. */
export const findPeople = (db: Db, query: string): Promise<Person[]> =>
  selectPeople(db)
    .where('users.id', 'in', matchingIds(db, directoryFilter({ query })).limit(MAX_FOUND))
    .execute()

/** Returns the first users by name, along the index of the directory. */
export const listPeople = (db: Db, limit: number): Promise<Person[]> =>
  selectPeople(db)
    .innerJoin('user_directory', 'user_directory.user_id', 'users.id')
    .orderBy('user_directory.name_key')
    .orderBy('user_directory.user_id')
    .limit(limit)
    .execute()

export const findPerson = (db: Db, id: string): Promise<Person | undefined> =>
  selectPeople(db).where('users.id', '=', id).executeTakeFirst()
