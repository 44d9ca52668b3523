import {
  MAX_NOTIFICATIONS,
  NOTIFICATION_TYPES,
  NOTIFICATIONS_WITH_USER,
  type NotificationType,
} from '@coffer/contract/notifications'
import { type ExpressionBuilder, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { NotificationRow, Schema } from '../../db/schema.ts'
import { inBatches } from '../../lib/batches.ts'
import { emailLanguage } from '../emails/index.ts'

/** Rows of one insert: a row has nine values, and a statement takes a thousand. */
const BATCH_SIZE = 100

/** Numbers the notifications of each user, latest first. */
const rowNumber = (eb: ExpressionBuilder<Schema, 'notifications'>) =>
  eb.fn
    .agg<number>('row_number')
    .over(over => over.partitionBy('user_id').orderBy('created_at', 'desc').orderBy('id', 'desc'))

/** The notifications of one type that a user got since a time. */
export async function countSince(
  db: Db,
  { userId, type, since }: { userId: string; type: NotificationType; since: number },
): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('created_at', '>', since)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Deletes the oldest notifications of users above the limit. */
const deleteExcess = async (db: Db, userIds: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('notifications')
    .where('id', 'in', eb =>
      eb
        .selectFrom(
          eb
            .selectFrom('notifications')
            .select(inner => ['id', rowNumber(inner).as('position')])
            .where('user_id', 'in', userIds)
            .as('ranked'),
        )
        .select('ranked.id')
        .where('ranked.position', '>', MAX_NOTIFICATIONS),
    )
    .execute()
}

/** Inserts notifications in batches and deletes the oldest ones of users above the limit. */
export async function insertNotifications(db: Db, rows: readonly NotificationRow[]): Promise<void> {
  for (const batch of inBatches(rows, BATCH_SIZE)) {
    const userIds = batch.map(row => row.user_id)
    await db.insertInto('notifications').values(batch).execute()
    await deleteExcess(db, userIds)
    recordChange(db, 'notification', userIds)
  }
}

/** Types that are sent to an email, also when another user has signed up with it. */
const SENT_TO_EMAILS: readonly NotificationType[] = ['team_invitation', 'files_requested']

/** The user who reads notifications. */
export interface Reader {
  userId: string
  /** Withholds what was sent to the user's email until that is verified. */
  needsMailboxAccess: boolean
}

/** The user's notifications, without those that are withheld or of types of a newer release beside this one. */
const isShownTo =
  ({ userId, needsMailboxAccess }: Reader) =>
  (eb: ExpressionBuilder<Schema, 'notifications'>) => {
    const isUsers = eb.and([
      eb('notifications.user_id', '=', userId),
      eb('notifications.type', 'in', NOTIFICATION_TYPES),
    ])
    if (!needsMailboxAccess) return isUsers
    const isVerified = eb.exists(
      eb
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'notifications.user_id')
        .where(sql<boolean>`users.email_verified = (1 = 1)`),
    )
    return eb.and([isUsers, eb.or([eb('type', 'not in', SENT_TO_EMAILS), isVerified])])
  }

/** Returns the user's notifications, latest first. */
export const findNotifications = (db: Db, reader: Reader): Promise<NotificationRow[]> =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where(isShownTo(reader))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_NOTIFICATIONS)
    .execute()

export interface LatestNotifications {
  read: NotificationRow[]
  unread: NotificationRow[]
  /** Counts all unread notifications, including those not returned. */
  unreadTotal: number
}

/** Returns the latest read and the latest unread notifications for the user's account response. */
export async function findLatest(db: Db, reader: Reader): Promise<LatestNotifications> {
  const all = await findNotifications(db, reader)
  const unread = all.filter(row => row.read_at === null)
  return {
    unread: unread.slice(0, NOTIFICATIONS_WITH_USER),
    read: all.filter(row => row.read_at !== null).slice(0, NOTIFICATIONS_WITH_USER),
    unreadTotal: unread.length,
  }
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(eb => eb.fn.countAll<number>().as('unread'))
    .where(isShownTo(reader))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.unread)
}

export async function markRead(
  db: Db,
  reader: Reader,
  { until, now }: { until: number; now: number },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where(isShownTo(reader))
    .where('created_at', '<=', until)
    .where('read_at', 'is', null)
    .execute()
  recordChange(db, 'notification', [reader.userId])
}

export async function deleteUntil(db: Db, reader: Reader, until: number): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where(isShownTo(reader))
    .where('created_at', '<=', until)
    .execute()
  recordChange(db, 'notification', [reader.userId])
}

export async function deleteOne(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('notifications').where('user_id', '=', userId).where('id', '=', id).execute()
  recordChange(db, 'notification', [userId])
}

/**
 * Deletes what was sent to the previous email of a user: open invitations, which the new one can't
 * accept, and everything when the previous one was never verified, because it may be another user's.
 */
export async function deleteSentToEmail(
  db: Db,
  userId: string,
  { wasVerified }: { wasVerified: boolean },
): Promise<void> {
  const types: readonly NotificationType[] = wasVerified ? ['team_invitation'] : SENT_TO_EMAILS
  await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('type', 'in', types)
    .execute()
  recordChange(db, 'notification', [userId])
}

/** Removes the actions of notifications about these invitations. */
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

/** Replaces type and action of an invitation's notifications after the answer. */
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
  /** Null when unknown. */
  language: string | null
}

/** Returns the address and email language of users. */
export const findRecipients = (db: Db, userIds: readonly string[]): Promise<NotifiedUser[]> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email as to', emailLanguage().as('language')])
    .where('users.id', 'in', userIds)
    .execute()
