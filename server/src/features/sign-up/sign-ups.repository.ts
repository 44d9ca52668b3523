import type { Db } from '../../db/open.ts'
import type { SignUpTable } from '../../db/schema-sign-up.ts'

export const insertSignUp = async (db: Db, form: SignUpTable): Promise<void> => {
  await db.insertInto('sign_ups').values(form).execute()
}

/** Deletes a stored form and returns it, so that only one job processes it. */
export const takeSignUp = (db: Db, id: string): Promise<SignUpTable | undefined> =>
  db.deleteFrom('sign_ups').where('id', '=', id).returningAll().executeTakeFirst()

export const deleteSignUpsBefore = async (db: Db, time: number): Promise<void> => {
  await db.deleteFrom('sign_ups').where('created_at', '<', time).execute()
}
