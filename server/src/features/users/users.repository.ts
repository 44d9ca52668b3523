import { sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import { inOrder } from '../../db/deep-page.ts'
import type { Db } from '../../db/open.ts'
import { signInMethods } from '../account/index.ts'
import { hasOpenInvoices } from '../invoices/index.ts'
import { hasBalance } from '../ledger/index.ts'

/** Columns of one row of the list; the directory has been read before. */
const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('user_directory as d', 'd.user_id', 'users.id')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .innerJoin('user_quotas as quota', 'quota.user_id', 'users.id')
    .leftJoin('user_invitations as invitation', 'invitation.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.created_at'])
    .select(['users.two_factor_confirmed_at', 'users.suspended_at', 'users.suspension_reason'])
    .select(['d.state', 'd.storage_level', 'd.last_seen_at'])
    .select(['settings.color', 'settings.avatar_key'])
    .select(['quota.used_bytes', 'quota.capacity_bytes', 'quota.has_own_capacity'])
    .select(['invitation.role as invited_role', 'invitation.sent_at as invited_at'])
    .select('invitation.expires_at as invitation_expires_at')

export type UserRow = Awaited<ReturnType<typeof findUsers>>[number]

/** Reads users in the order of their ids. */
export async function findUsers(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await selectUsers(db).where('users.id', 'in', ids).execute()
  return inOrder(ids, rows, row => row.id)
}

export type UserDetailRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Reads a user with settings and sign-in methods; undefined when missing or being deleted. */
export const findUser = (db: Db, id: string) =>
  selectUsers(db)
    .leftJoin('email_changes', 'email_changes.user_id', 'users.id')
    .select(['settings.first_name', 'settings.last_name'])
    .select(['settings.language', 'settings.timezone'])
    .select(['users.email_verified', 'email_changes.email as pending_email'])
    .select('email_changes.expires_at as pending_until')
    .select(eb => signInMethods(eb).as('sign_in_methods'))
    .select([hasOpenInvoices('users.id'), hasBalance('users.id')])
    .where('users.id', '=', id)
    .executeTakeFirst()

/** Counts what the details of a user show, in one statement. */
export async function countFacts(db: Db, userId: string, now: Date) {
  const { rows } = await sql<Record<Fact, number>>`select
    (select count(*) from items where owner_id = ${userId} and category is not null) as files,
    (select count(*) from items where owner_id = ${userId}) as items,
    (select count(*) from shares where owner_id = ${userId}) as shares,
    (select count(*) from upload_requests where owner_id = ${userId}) as upload_requests,
    (select count(*) from items where owner_id = ${userId} and id = team_id) as team_folders,
    (select count(distinct m.user_id) from team_members m join items i on i.id = m.folder_id
      where i.owner_id = ${userId} and i.id = i.team_id) as team_members,
    (select count(*) from sessions where user_id = ${userId}
      and expires_at > ${now.toISOString()}) as sessions,
    (select count(*) from access_tokens where user_id = ${userId}) as tokens,
    (select count(*) from passkeys where user_id = ${userId}) as passkeys`.execute(db)
  const counts = Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]),
  ) as Record<Fact, number>
  const { items, ...facts } = counts
  // The home is not counted as a folder of the user.
  return { ...facts, folders: Math.max(0, items - counts.files - 1) }
}

type Fact =
  | 'files'
  | 'items'
  | 'shares'
  | 'upload_requests'
  | 'team_folders'
  | 'team_members'
  | 'sessions'
  | 'tokens'
  | 'passkeys'

export const setRole = async (db: Db, id: string, role: 'admin' | 'user'): Promise<void> => {
  await db.updateTable('users').set({ role }).where('id', '=', id).execute()
  recordChange(db, 'account', [id])
}

export const setInvitedRole = async (db: Db, id: string, role: 'admin' | 'user'): Promise<void> => {
  await db.updateTable('user_invitations').set({ role }).where('user_id', '=', id).execute()
}

/** Suspends a user; null ends the suspension. */
export const setSuspension = async (
  db: Db,
  id: string,
  suspension: { at: number; reason: string } | null,
): Promise<void> => {
  await db
    .updateTable('users')
    .set({
      suspended_at: suspension?.at ?? null,
      suspension_reason: suspension?.reason ?? null,
    })
    .where('id', '=', id)
    .execute()
}

interface ProfileChange {
  first_name?: string | undefined
  last_name?: string | undefined
  language?: string | null | undefined
  timezone?: string | null | undefined
}

/** Updates settings. @returns the names after the change */
export async function updateProfile(db: Db, id: string, change: ProfileChange) {
  recordChange(db, 'account', [id])
  return db
    .updateTable('user_settings')
    .set({ ...change, user_id: id })
    .where('user_id', '=', id)
    .returning(['first_name', 'last_name'])
    .executeTakeFirstOrThrow()
}

/** Returns the addresses that belong to accounts. */
export async function findTakenEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).execute()
  return new Set(rows.map(row => row.email))
}

/** The largest files of a user without names, by an index on the size. */
export const findLargestFiles = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('items')
    .select(['id', 'size_bytes', 'category', 'created_at', 'trashed_at', 'team_id'])
    .where('owner_id', '=', userId)
    .where('type', '=', 'file')
    .orderBy('size_bytes', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
