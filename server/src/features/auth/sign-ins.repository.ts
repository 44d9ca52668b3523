import type { Db } from '../../db/open.ts'

/** @returns when he signed in before; null for the first time */
export async function moveSignedInAt(db: Db, userId: string, now: number): Promise<number | null> {
  const person = db.selectFrom('users').select('signed_in_at').where('id', '=', userId)
  const { signed_in_at: before } = await person.executeTakeFirstOrThrow()
  await db.updateTable('users').set({ signed_in_at: now }).where('id', '=', userId).execute()
  return before === null ? null : Number(before)
}
