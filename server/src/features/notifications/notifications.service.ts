import type { Category } from '@coffer/contract/notification'
import type { NotificationType } from '@coffer/contract/notifications'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { type QueuedEmail, sendMails } from '../emails/index.ts'
import { requiresMailboxAccess } from '../settings/index.ts'
import * as notifications from './notifications.repository.ts'
import { buttonOf, type StoredAction } from './notifications.rules.ts'

export interface NotificationInput {
  category: Category
  /** Selects the texts `notification.<type>.title` and `.text`, which use `params`. */
  type: NotificationType
  params: Record<string, string | number>
  action: StoredAction | null
  /** Also sends an email: a template of its own, or `same` for the notification's texts. */
  email?: QueuedEmail | 'same'
}

const notificationEmail = ({
  email,
  type,
  params,
  action,
}: NotificationInput): QueuedEmail | undefined =>
  email === 'same'
    ? { template: 'notification', data: { type, params, action: buttonOf(action) } }
    : email

/** Notifies users in the caller's transaction; their open pages get an event after the commit. */
export async function notify(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userIds: readonly string[],
  input: NotificationInput,
): Promise<void> {
  const { category, type, params, action } = input
  await notifications.insertNotifications(
    tx,
    userIds.map(user_id => ({
      id: deps.newId(),
      user_id,
      category,
      type,
      params: JSON.stringify(params),
      action: action && JSON.stringify(action),
      invitation_id: action?.type === 'invitation' ? action.id : null,
      created_at: deps.now().getTime(),
      read_at: null,
    })),
  )
  const email = notificationEmail(input)
  if (!email || userIds.length === 0) return
  await sendMails(tx, deps, await notifications.findRecipients(tx, userIds), email)
}

/** Removes the action of an answered invitation; an accepted one links to its folder (NOTIF-7). */
export const markAnswered = (
  tx: Db,
  userId: string,
  { id, folder_id }: { id: string; folder_id: string },
  status: 'accepted' | 'declined',
): Promise<void> => {
  const open: StoredAction = {
    type: 'route',
    route: 'SharedWithMe',
    id: folder_id,
    button: 'notification.button.open',
  }
  return notifications.updateInvitationNotification(
    tx,
    { userId, invitationId: id },
    {
      type: `team_invitation_${status}`,
      action: status === 'accepted' ? JSON.stringify(open) : null,
    },
  )
}

/** Removes the actions of cancelled invitations. */
export const clearActions = (
  tx: Db,
  userIds: readonly string[],
  invitationIds: readonly string[],
): Promise<void> => notifications.clearInvitations(tx, userIds, invitationIds)

type ReadDeps = Pick<Deps, 'db' | 'settings'>

async function readerOf(
  { settings }: Pick<Deps, 'settings'>,
  { userId }: Pick<UserActor, 'userId'>,
): Promise<notifications.Reader> {
  const { values } = await settings.read()
  return { userId, needsMailboxAccess: requiresMailboxAccess(values) }
}

/**
 * Returns the user's notifications, latest first. Invitations and requests that were sent to an
 * unverified email are withheld, because the email may be another user's.
 */
export const listNotifications = async (deps: ReadDeps, user: Pick<UserActor, 'userId'>) =>
  notifications.findNotifications(deps.db, await readerOf(deps, user))

/** Returns the notifications that are part of the account response. */
export const latestNotifications = async (deps: ReadDeps, user: UserActor) =>
  notifications.findLatest(deps.db, await readerOf(deps, user))

export const countUnread = async (deps: ReadDeps, user: UserActor) =>
  notifications.countUnread(deps.db, await readerOf(deps, user))

/** Returns the time up to which notifications change; later ones stay as they are. */
const cutoffOf = ({ now }: Pick<Deps, 'now'>, until: string | undefined): number =>
  until === undefined ? now().getTime() : Date.parse(until)

type ChangeDeps = Pick<Deps, 'transact' | 'now' | 'settings'>

/** @param until ISO 8601 time; undefined includes all notifications */
export async function markAllRead(
  deps: ChangeDeps,
  user: UserActor,
  until: string | undefined,
): Promise<void> {
  const reader = await readerOf(deps, user)
  const times = { until: cutoffOf(deps, until), now: deps.now().getTime() }
  await deps.transact(tx => notifications.markRead(tx, reader, times))
}

/** @param until ISO 8601 time; undefined includes all notifications */
export async function deleteAll(
  deps: ChangeDeps,
  user: UserActor,
  until: string | undefined,
): Promise<void> {
  const reader = await readerOf(deps, user)
  await deps.transact(tx => notifications.deleteUntil(tx, reader, cutoffOf(deps, until)))
}

export const deleteOne = (
  { transact }: Pick<Deps, 'transact'>,
  { userId }: UserActor,
  id: string,
): Promise<void> => transact(tx => notifications.deleteOne(tx, userId, id))
