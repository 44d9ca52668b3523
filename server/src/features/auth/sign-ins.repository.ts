import type { Locale } from '@coffer/contract'
import type { Db } from '../../db/open.ts'

interface SignIn {
  at: number
  /** The language of the browser, if it is supported. */
  language: Locale | undefined
}

/** @returns the user's name and whether it was the first sign-in */
export async function recordLastSignIn(
  db: Db,
  userId: string,
  { at, language }: SignIn,
): Promise<{ name: string; isFirst: boolean }> {
  const person = db.selectFrom('users').select(['name', 'signed_in_at']).where('id', '=', userId)
  const { name, signed_in_at: before } = await person.executeTakeFirstOrThrow()
  const change = { signed_in_at: at, ...(language && { spoken_language: language }) }
  await db.updateTable('users').set(change).where('id', '=', userId).execute()
  return { name, isFirst: before === null }
}
