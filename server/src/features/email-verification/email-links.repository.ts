import type { Db } from '../../db/open.ts'
import type { LetterLinkTable } from '../../db/schema-sign-up.ts'

export type Purpose = LetterLinkTable['purpose']

export const insertLink = async (db: Db, link: LetterLinkTable): Promise<void> => {
  await db.insertInto('letter_links').values(link).execute()
}

export async function countLinks(
  db: Db,
  of: { userId: string; purpose: Purpose; endingAfter: number },
): Promise<number> {
  const query = db
    .selectFrom('letter_links')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', of.userId)
    .where('purpose', '=', of.purpose)
    .where('expires_at', '>', of.endingAfter)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Of two who follow it at once one alone gets it. */
export const takeLink = (
  db: Db,
  id: string,
  purpose: Purpose,
): Promise<LetterLinkTable | undefined> =>
  db
    .deleteFrom('letter_links')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst()

export const deleteLinks = async (db: Db, userId: string, purpose: Purpose): Promise<void> => {
  await db
    .deleteFrom('letter_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

export const deleteExpiredLinks = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('letter_links').where('expires_at', '<=', now).execute()
}
