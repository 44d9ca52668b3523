import { type ExpressionBuilder, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { emailLanguage } from '../emails/index.ts'

export interface DeletedUser {
  id: string
  name: string
  email: string
  language: string | null
  role: 'admin' | 'user'
}

/** Returns the user with the language of their emails. */
export function findUser(db: Db, userId: string): Promise<DeletedUser | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.role'])
    .select(emailLanguage().as('language'))
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

const countOf = async (query: {
  executeTakeFirstOrThrow: () => Promise<{ count: number | string | bigint }>
}) => Number((await query.executeTakeFirstOrThrow()).count)

const ownTeams = (db: Db, userId: string) =>
  db
    .selectFrom('items')
    .select('items.id')
    .where('items.owner_id', '=', userId)
    .whereRef('items.id', '=', 'items.team_id')

/** Counts files and folders in one index scan; only files have a category. */
export async function countItems(db: Db, userId: string) {
  const row = await db
    .selectFrom('items')
    .select(eb => [
      eb.fn.countAll<number>().as('items'),
      eb.fn.count<number>('category').as('files'),
    ])
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  const files = Number(row.files)
  // The home is not counted as a folder of the user.
  return { files, folders: Number(row.items) - files - 1 }
}

/** Counts everything else that the deletion removes, for the confirmation screen. */
export async function countOwnedData(db: Db, userId: string) {
  const countRows = <T extends 'shares' | 'upload_requests'>(table: T) =>
    countOf(
      db
        .selectFrom(table as 'shares')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('owner_id', '=', userId),
    )
  const quota = await db
    .selectFrom('user_quotas')
    .select('used_bytes')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    used_bytes: quota.used_bytes,
    shares: await countRows('shares'),
    upload_requests: await countRows('upload_requests'),
    team_folders: await countOf(
      ownTeams(db, userId)
        .clearSelect()
        .select(eb => eb.fn.countAll<number>().as('count')),
    ),
    team_members: (await findMembers(db, userId)).length,
    unfinished_uploads: await countOf(
      db
        .selectFrom('uploads')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('actor_key', '=', userId)
        .where('item_id', 'is', null),
    ),
  }
}

/** Returns the members of all team folders of an owner. */
export async function findMembers(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team_members')
    .select('user_id')
    .distinct()
    .where('folder_id', 'in', ownTeams(db, ownerId))
    .execute()
  return rows.map(row => row.user_id)
}

/** @returns false when the account is being deleted already */
export async function insertAccountDeletion(db: Db, userId: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account_deletions')
    .values({ user_id: userId, created_at: now })
    .onConflict(oc => oc.doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Selects the remote uploads by the user or into their folders. */
const remoteUploadsOf = (userId: string) => (eb: ExpressionBuilder<Schema, 'remote_uploads'>) =>
  eb.or([eb('user_id', '=', userId), eb('owner_id', '=', userId)])

/** Returns the users and the owners of the remote uploads that `deleteRemoteUploads` deletes. */
export async function findRemoteUploadParties(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('remote_uploads')
    .select(['user_id', 'owner_id'])
    .distinct()
    .where(remoteUploadsOf(userId))
    .execute()
  return rows.flatMap(row => [row.user_id, row.owner_id])
}

/** Deletes remote uploads by the user or into their folders. */
export const deleteRemoteUploads = (db: Db, userId: string) =>
  db
    .deleteFrom('remote_uploads')
    .where(remoteUploadsOf(userId))
    .returning(['user_id', 'owner_id', 'reserved_bytes'])
    .execute()

/** Returns the pending invitations to the user's team folders. */
export async function findInvited(db: Db, userId: string): Promise<{ id: string; user: string }[]> {
  return db
    .selectFrom('team_invitations')
    .innerJoin('users', 'users.email', 'team_invitations.email')
    .select(['team_invitations.id', 'users.id as user'])
    .where('team_invitations.inviter_id', '=', userId)
    .where('team_invitations.status', '=', 'pending')
    .execute()
}

/** Returns the owners of the team folders that the user is a member of. */
export async function findTeamOwners(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('items', 'items.id', 'team_members.folder_id')
    .select('items.owner_id')
    .distinct()
    .where('team_members.user_id', '=', userId)
    .execute()
  return rows.map(row => row.owner_id)
}

const TABLES_BY_USER = [
  'sessions',
  'access_tokens',
  'accounts',
  'passkeys',
  'used_codes',
  'email_links',
  'email_changes',
  'notifications',
  'favourites',
  'team_members',
  'user_restrictions',
  // Without a quota row, concurrent uploads into the user's folders fail.
  'user_quotas',
] as const
const TABLES_BY_OWNER = ['shares', 'upload_requests', 'trash_emptyings'] as const

/** Deletes credentials, links, memberships and notifications: few rows even for a large account. */
export async function deleteOwnedRows(
  db: Db,
  { id: userId, email }: Pick<DeletedUser, 'id' | 'email'>,
): Promise<void> {
  await sql`delete from two_factors where user_id = ${userId}`.execute(db)
  for (const table of TABLES_BY_USER)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  for (const table of TABLES_BY_OWNER)
    await db.deleteFrom(table).where('owner_id', '=', userId).execute()
  // Received invitations also go, so that no row links the address to this user.
  await db
    .deleteFrom('team_invitations')
    .where(eb => eb.or([eb('inviter_id', '=', userId), eb('email', '=', email)]))
    .execute()
  await db.deleteFrom('team_members').where('folder_id', 'in', ownTeams(db, userId)).execute()
}

/** Replaces the address by a placeholder, so that a new account can use it. */
export async function releaseEmail(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: `${userId}@removed.invalid`, role: 'user', two_factor_confirmed_at: null })
    .where('id', '=', userId)
    .execute()
}

/** Publishes to users that their team folders changed. */
export const recordTeamChangesOf = (db: Db, userIds: readonly string[]): void => {
  if (userIds.length > 0) recordChange(db, 'team', userIds)
}

/** Users created before a date who never verified their address, signed in or got items. */
const selectUnverified = (db: Db, before: Date) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where(sql<boolean>`not users.email_verified = (1 = 1)`)
    .where('users.role', '=', 'user')
    .where('users.suspended_at', 'is', null)
    .where('users.signed_in_at', 'is', null)
    .where('users.id', 'not in', db.selectFrom('user_invitations').select('user_id'))
    .where('users.created_at', '<', before.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('items')
            .select('items.id')
            .whereRef('items.owner_id', '=', 'users.id')
            .whereRef('items.id', '!=', 'users.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_deletions')
            .select('account_deletions.user_id')
            .whereRef('account_deletions.user_id', '=', 'users.id'),
        ),
      ),
    )

export const findUnverifiedAccounts = async (
  db: Db,
  before: Date,
  limit: number,
): Promise<string[]> =>
  (await selectUnverified(db, before).limit(limit).execute()).map(row => row.id)

export const isUnverifiedAccount = async (db: Db, id: string, before: Date): Promise<boolean> =>
  (await selectUnverified(db, before).where('users.id', '=', id).executeTakeFirst()) !== undefined
