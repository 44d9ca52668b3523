import type { Locale } from '@coffer/contract'
import type { Db } from '../../db/open.ts'

interface SignIn {
  at: number
  /** Of the browser, if it asks for one that we speak. */
  language: Locale | undefined
}

/** @returns when he signed in before; null for the first time */
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
