import type { Db } from '../../db/open.ts'
import type { EmailLinkTable } from '../../db/schema-sign-up.ts'

export type Purpose = EmailLinkTable['purpose']

export const insertLink = async (db: Db, link: EmailLinkTable): Promise<void> => {
  await db.insertInto('email_links').values(link).execute()
}

export async function countLinks(
  db: Db,
  filter: { userId: string; purpose: Purpose; endingAfter: number },
): Promise<number> {
  const query = db
    .selectFrom('email_links')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', filter.userId)
    .where('purpose', '=', filter.purpose)
    .where('expires_at', '>', filter.endingAfter)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Deletes a link and returns it; of two concurrent calls only one gets it. */
export const deleteEmailLink = (
  db: Db,
  id: string,
  purpose: Purpose,
): Promise<EmailLinkTable | undefined> =>
  db
    .deleteFrom('email_links')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst()

export const deleteLinks = async (db: Db, userId: string, purpose: Purpose): Promise<void> => {
  await db
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

export const deleteExpiredLinks = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('email_links').where('expires_at', '<=', now).execute()
}
