import type { Locale } from '@coffer/contract'
import type { Db } from '../../db/open.ts'

interface SignIn {
  at: number
  /** The language of the browser, if it is supported. */
  language: Locale | undefined
}

/** @returns the time of the previous sign-in in milliseconds; null for the first one */
export async function recordLastSignIn(
  db: Db,
  userId: string,
  { at, language }: SignIn,
): Promise<number | null> {
  const person = db.selectFrom('users').select('signed_in_at').where('id', '=', userId)
  const { signed_in_at: before } = await person.executeTakeFirstOrThrow()
  const change = { signed_in_at: at, ...(language && { spoken_language: language }) }
  await db.updateTable('users').set(change).where('id', '=', userId).execute()
  return before === null ? null : Number(before)
}
