import { MOST_NOTIFICATIONS, NOTIFICATIONS_WITH_USER } from '@coffer/contract/notifications'
import type { ExpressionBuilder } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { NotificationRow, Schema } from '../../db/schema.ts'
import { emailLanguage } from '../emails/index.ts'

/** A row has nine values, and a statement takes a thousand. */
const ROWS_AT_ONCE = 100

/** The latest first. */
const placeOf = (eb: ExpressionBuilder<Schema, 'notifications'>) =>
  eb.fn
    .agg<number>('row_number')
    .over(over => over.partitionBy('user_id').orderBy('created_at', 'desc').orderBy('id', 'desc'))

/** Whoever gets more than are kept loses the oldest. */
const trim = async (db: Db, userIds: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('notifications')
    .where('id', 'in', eb =>
      eb
        .selectFrom(
          eb
            .selectFrom('notifications')
            .select(inner => ['id', placeOf(inner).as('place')])
            .where('user_id', 'in', userIds)
            .as('ranked'),
        )
        .select('ranked.id')
        .where('ranked.place', '>', MOST_NOTIFICATIONS),
    )
    .execute()
}

export async function insertNotifications(db: Db, rows: readonly NotificationRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE)
    const userIds = some.map(row => row.user_id)
    await db.insertInto('notifications').values(some).execute()
    await trim(db, userIds)
    recordChange(db, 'notification', userIds)
  }
}

export const findNotifications = (db: Db, userId: string): Promise<NotificationRow[]> =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_NOTIFICATIONS)
    .execute()

export interface LatestOfBothSorts {
  read: NotificationRow[]
  unread: NotificationRow[]
  /** Of all, also those that are not among them. */
  unreadTotal: number
}

/** What travels with the user: the latest of those that were read, and of those that were not. */
export async function findLatest(db: Db, userId: string): Promise<LatestOfBothSorts> {
  const all = await findNotifications(db, userId)
  const unread = all.filter(row => row.read_at === null)
  return {
    unread: unread.slice(0, NOTIFICATIONS_WITH_USER),
    read: all.filter(row => row.read_at !== null).slice(0, NOTIFICATIONS_WITH_USER),
    unreadTotal: unread.length,
  }
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(eb => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.unread)
}

export async function markRead(
  db: Db,
  userId: string,
  { until, now }: { until: number; now: number },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .where('read_at', 'is', null)
    .execute()
  recordChange(db, 'notification', [userId])
}

export async function deleteUntil(db: Db, userId: string, until: number): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .execute()
  recordChange(db, 'notification', [userId])
}

export async function deleteOne(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('notifications').where('user_id', '=', userId).where('id', '=', id).execute()
  recordChange(db, 'notification', [userId])
}

export async function clearInvitations(
  db: Db,
  userIds: readonly string[],
  invitationIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0 || invitationIds.length === 0) return
  await db
    .updateTable('notifications')
    .set({ action: null, invitation_id: null })
    .where('user_id', 'in', userIds)
    .where('invitation_id', 'in', invitationIds)
    .execute()
  recordChange(db, 'notification', userIds)
}

/** The notifications of an invitation say from now on what became of it. */
export async function updateInvitationNotification(
  db: Db,
  { userId, invitationId }: { userId: string; invitationId: string },
  answered: Pick<NotificationRow, 'type' | 'action'>,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ ...answered, invitation_id: null })
    .where('user_id', '=', userId)
    .where('invitation_id', '=', invitationId)
    .execute()
  recordChange(db, 'notification', [userId])
}

export interface NotifiedUser {
  to: string
  /** Null: nobody knows. */
  language: 'en' | 'es' | null
}

/** Where letters to these people go, and in which language. */
export const findRecipients = (db: Db, userIds: readonly string[]): Promise<NotifiedUser[]> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email as to', emailLanguage().as('language')])
    .where('users.id', 'in', userIds)
    .execute()
