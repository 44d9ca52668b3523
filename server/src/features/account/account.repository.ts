import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Schema, UserSettingsRow } from '../../db/schema.ts'
import { hasBilling, hasOpenInvoices } from '../invoices/index.ts'
import { hasBalance } from '../ledger/index.ts'
import { restrictedOwner } from '../restrictions/index.ts'
import { insertPassword } from './passwords.repository.ts'

export interface AccountView {
  id: string
  role: 'admin' | 'user'
  name: string
  email: string
  two_factor_confirmed_at: string | Date | null
  /** Provider ids separated by commas; `credential` is a password. */
  sign_in_methods: string | null
  created_at: string | Date
  first_name: string
  last_name: string
  color: string
  /** Null for the default of the installation, like the emoji set. */
  theme_mode: UserSettingsRow['theme_mode'] | null
  emoji_type: UserSettingsRow['emoji_type'] | null
  language: UserSettingsRow['language']
  timezone: string | null
  avatar_key: string | null
  used_bytes: number
  capacity_bytes: number | null
  owner_restricted: 0 | 1
  has_open_invoices: 0 | 1
  has_balance: 0 | 1
  has_billing: 0 | 1
}

/** Selects the provider ids of a user, separated by commas; `credential` is a password. */
export const signInMethods = (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb
    .selectFrom('accounts')
    .select(sql<string | null>`string_agg(provider_id, ',')`.as('methods'))
    .whereRef('accounts.user_id', '=', 'users.id')
    .where(eb => eb.or([eb('provider_id', '<>', 'credential'), eb('password', 'is not', null)]))

/**
 * Selects the theme and the emoji set that a user chose, from `user_settings as settings`. Null for
 * the default of the installation.
 */
export const ownAppearance = [
  sql<
    UserSettingsRow['theme_mode'] | null
  >`case when settings.has_own_theme = 1 then settings.theme_mode end`.as('theme_mode'),
  sql<
    UserSettingsRow['emoji_type'] | null
  >`case when settings.has_own_emoji = 1 then settings.emoji_type end`.as('emoji_type'),
]

/** Returns a user with settings, quota and sign-in methods in one query. */
export const findAccount = (db: Db, userId: string): Promise<AccountView> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .innerJoin('user_quotas as quota', 'quota.user_id', 'users.id')
    .select(['users.id', 'users.role', 'users.name', 'users.email', 'users.created_at'])
    .select('users.two_factor_confirmed_at')
    .select(eb => signInMethods(eb).as('sign_in_methods'))
    .select(['settings.first_name', 'settings.last_name', 'settings.color'])
    .select(ownAppearance)
    .select(['settings.language', 'settings.timezone', 'settings.avatar_key'])
    .select(['quota.used_bytes', 'quota.capacity_bytes', restrictedOwner('users.id')])
    .select([hasOpenInvoices('users.id'), hasBalance('users.id'), hasBilling()])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** Returns the time zone that a user has chosen, or null. */
export async function findTimeZone(db: Db, userId: string): Promise<string | null> {
  const query = db.selectFrom('user_settings').select('timezone').where('user_id', '=', userId)
  return (await query.executeTakeFirst())?.timezone ?? null
}

interface NewUser {
  id: string
  name: string
  email: string
  role: 'admin' | 'user'
  /** Argon2id; null for an invited user. */
  passwordHash: string | null
  /** The user has shown that the address is theirs. */
  isEmailVerified: boolean
}

/** Inserts a user with their password. @returns false when the address is taken */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<boolean> {
  const at = { created_at: now.toISOString(), updated_at: now.toISOString() }
  const { id, name, email, role } = user
  // SQLite stores booleans as integers; a comparison is valid in both databases.
  const email_verified = sql<boolean>`(1 = ${sql.lit(user.isEmailVerified ? 1 : 0)})`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values({ id, name, email, role, email_verified, ...at })
    .onConflict(oc => oc.column('email').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return false
  if (user.passwordHash !== null) await insertPassword(db, id, user.passwordHash, now)
  return true
}

export const findIdentity = (
  db: Db,
  userId: string,
): Promise<{ id: string; name: string; email: string }> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

export const insertSettings = async (
  db: Db,
  settings: Insertable<Schema['user_settings']>,
): Promise<void> => {
  await db.insertInto('user_settings').values(settings).execute()
}

/** @param capacityBytes null means no limit */
export const insertQuota = async (
  db: Db,
  userId: string,
  capacityBytes: number | null,
): Promise<void> => {
  await db
    .insertInto('user_quotas')
    .values({ user_id: userId, used_bytes: 0, reserved_bytes: 0, capacity_bytes: capacityBytes })
    .execute()
}

/** Absent settings stay unchanged. */
type SettingsChange = {
  [K in keyof Omit<UserSettingsRow, 'user_id'>]?: UserSettingsRow[K] | undefined
}

/** A theme or an emoji set that a user chooses no longer follows the default. */
const choiceFlags = ({ theme_mode, emoji_type }: SettingsChange) => ({
  ...(theme_mode && { has_own_theme: 1 as const }),
  ...(emoji_type && { has_own_emoji: 1 as const }),
})

/** Updates settings and publishes the change to the user's other open pages. */
export async function updateSettings(
  db: Db,
  userId: string,
  change: SettingsChange,
): Promise<Pick<UserSettingsRow, 'first_name' | 'last_name'>> {
  recordChange(db, 'account', [userId])
  return db
    .updateTable('user_settings')
    .set({ ...change, ...choiceFlags(change) })
    .where('user_id', '=', userId)
    .returning(['first_name', 'last_name'])
    .executeTakeFirstOrThrow()
}

export const renameUser = async (
  db: Db,
  userId: string,
  name: string,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('users')
    .set({ name, updated_at: now.toISOString() })
    .where('id', '=', userId)
    .execute()
}
