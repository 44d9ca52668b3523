import type { Db } from '../../db/open.ts'
import { directoryEntry, nameTokens } from '../../lib/directory-keys.ts'

interface NamedUser {
  id: string
  name: string
  email: string
}

/** Adds a user to the directory; triggers fill in everything but the names. */
export async function insertDirectoryEntry(db: Db, user: NamedUser): Promise<void> {
  await db
    .insertInto('user_directory')
    .values({ ...directoryEntry(user), created_at: 0 })
    .execute()
  await insertTokens(db, user)
}

/** Updates the directory after a change of name or email. */
export async function updateDirectoryEntry(db: Db, userId: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .innerJoin('user_directory', 'user_directory.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  const { user_id, ...keys } = directoryEntry(user)
  await db.updateTable('user_directory').set(keys).where('user_id', '=', user_id).execute()
  await db.deleteFrom('user_directory_tokens').where('user_id', '=', user_id).execute()
  await insertTokens(db, user)
}

async function insertTokens(db: Db, user: NamedUser): Promise<void> {
  await db
    .insertInto('user_directory_tokens')
    .values(nameTokens(user).map(token => ({ token, user_id: user.id })))
    .execute()
}
