import type { Db } from '../../db/open.ts'

export const findNewestUsers = (db: Db, limit: number) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.created_at'])
    .select(['user_settings.color', 'user_settings.avatar_key'])
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
