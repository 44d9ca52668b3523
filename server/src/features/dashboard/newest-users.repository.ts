import type { Db } from '../../db/open.ts'

/** Reads the ids along an index of the directory of users first. */
export const findNewestUsers = (db: Db, limit: number) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.created_at'])
    .select(['user_settings.color', 'user_settings.avatar_key'])
    .where('users.id', 'in', eb =>
      eb
        .selectFrom('user_directory')
        .select('user_directory.user_id')
        .orderBy('user_directory.created_at', 'desc')
        .orderBy('user_directory.user_id', 'desc')
        .limit(limit),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .execute()
