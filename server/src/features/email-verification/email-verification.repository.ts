import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { letterLanguage } from '../emails/index.ts'

export interface Addressee {
  id: string
  name: string
  email: string
  language: 'en' | 'es' | null
  isProven: boolean
}

const selectAddressees = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.email_verified'])
    .select(letterLanguage().as('language'))

const addressee = ({
  email_verified,
  ...row
}: Omit<Addressee, 'isProven'> & { email_verified: boolean | 0 | 1 }): Addressee => ({
  ...row,
  isProven: Boolean(email_verified),
})

export async function findByAddress(db: Db, email: string): Promise<Addressee | undefined> {
  const row = await selectAddressees(db).where('users.email', '=', email).executeTakeFirst()
  return row && addressee(row)
}

export async function findAddressee(db: Db, userId: string): Promise<Addressee> {
  const query = selectAddressees(db).where('users.id', '=', userId)
  return addressee(await query.executeTakeFirstOrThrow())
}

export const markProven = async (db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('users')
    // Written so that both databases read it as their own kind of truth.
    .set({ email_verified: sql<boolean>`(1 = 1)` })
    .where('id', '=', userId)
    .execute()
}
