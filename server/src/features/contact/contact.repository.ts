import type { Locale } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import { emailLanguage } from '../emails/index.ts'

interface Administrator {
  to: string
  language: Locale | null
}

/** Returns the address and email language of every administrator. */
export const findAdministrators = (db: Db): Promise<Administrator[]> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email as to', emailLanguage().as('language')])
    .where('users.role', '=', 'admin')
    .orderBy('users.id')
    .execute()
