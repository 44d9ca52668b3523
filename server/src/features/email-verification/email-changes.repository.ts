import { type Insertable, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { UserAdministrationSchema } from '../../db/schema-user-administration.ts'

type EmailChange = UserAdministrationSchema['email_changes']

/** Stores a change and replaces an earlier one of the user. */
export async function putEmailChange(db: Db, row: Insertable<EmailChange>): Promise<void> {
  const { user_id, ...change } = row
  await db
    .insertInto('email_changes')
    .values({ user_id, ...change })
    .onConflict(oc => oc.column('user_id').doUpdateSet(change))
    .execute()
}

export const deleteEmailChange = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

/** Deletes a change and returns it; of two concurrent calls only one gets it. */
export const takeEmailChange = (db: Db, linkId: string) =>
  db.deleteFrom('email_changes').where('link_id', '=', linkId).returningAll().executeTakeFirst()

export async function setEmail(
  db: Db,
  userId: string,
  { email, isVerified, now }: { email: string; isVerified: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      email,
      // SQLite stores 0 and 1, and PostgreSQL booleans for this expression.
      email_verified: sql<boolean>`(1 = ${sql.lit(isVerified ? 1 : 0)})`,
      updated_at: now.toISOString(),
    })
    .where('id', '=', userId)
    .execute()
  recordChange(db, 'account', [userId])
}
