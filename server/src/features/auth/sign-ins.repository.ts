import type { Locale } from '@coffer/contract'
import type { Db } from '../../db/open.ts'

interface SignIn {
  at: number
  /** The language of the browser, if it is supported. */
  language: Locale | undefined
}

/** @returns the user's name and password hash, and whether it was the first sign-in */
export async function recordLastSignIn(
  db: Db,
  userId: string,
  { at, language }: SignIn,
): Promise<{ name: string; passwordHash: string | null; isFirst: boolean }> {
  const person = db
    .selectFrom('users')
    .leftJoin('accounts', join =>
      join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', 'credential'),
    )
    .select(['users.name', 'users.signed_in_at', 'accounts.password'])
    .where('users.id', '=', userId)
  const { name, signed_in_at: before, password } = await person.executeTakeFirstOrThrow()
  const change = { signed_in_at: at, ...(language && { spoken_language: language }) }
  await db.updateTable('users').set(change).where('id', '=', userId).execute()
  return { name, passwordHash: password, isFirst: before === null }
}
