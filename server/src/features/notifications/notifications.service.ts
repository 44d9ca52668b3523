import type { Category } from '@coffer/contract/notification'
import type { NotificationType } from '@coffer/contract/notifications'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { type QueuedEmail, sendMail } from '../emails/index.ts'
import * as notifications from './notifications.repository.ts'
import { buttonOf, type StoredAction } from './notifications.rules.ts'

export interface NotificationInput {
  category: Category
  /** Its words are `news.<name>.title` and `.text`; the params stand in them. */
  type: NotificationType
  params: Record<string, string | number>
  action: StoredAction | null
  /** Goes out as well: a letter of its own, or one that says the same. */
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

/** Tells these people in the caller's transaction; their open pages hear of it once it is durable. */
export async function notify(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userIds: readonly string[],
  notice: NotificationInput,
): Promise<void> {
  const { category, type, params, action } = notice
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
  const email = notificationEmail(notice)
  if (!email || userIds.length === 0) return
  for (const reader of await notifications.findRecipients(tx, userIds))
    await sendMail(tx, deps, { ...reader, ...email })
}

/** Spec §4: an answered invitation can't be answered again; an accepted one leads to its folder. */
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

/** There is nothing left to be done about these: the invitations were taken back. */
export const clearActions = (
  tx: Db,
  userIds: readonly string[],
  invitationIds: readonly string[],
): Promise<void> => notifications.clearInvitations(tx, userIds, invitationIds)

export const listNotifications = ({ db }: Pick<Deps, 'db'>, { userId }: UserActor) =>
  notifications.findNotifications(db, userId)

/** Those that travel with the user. */
export const latestNotifications = ({ db }: Pick<Deps, 'db'>, { userId }: UserActor) =>
  notifications.findLatest(db, userId)

export const countUnread = ({ db }: Pick<Deps, 'db'>, { userId }: UserActor) =>
  notifications.countUnread(db, userId)

/** What comes later than the caller has seen stays as it is. */
const expiryOf = ({ now }: Pick<Deps, 'now'>, until: string | undefined): number =>
  until === undefined ? now().getTime() : Date.parse(until)

export const readAll = (
  deps: Pick<Deps, 'transact' | 'now'>,
  { userId }: UserActor,
  until: string | undefined,
): Promise<void> =>
  deps.transact(tx =>
    notifications.markRead(tx, userId, {
      until: expiryOf(deps, until),
      now: deps.now().getTime(),
    }),
  )

export const deleteAll = (
  deps: Pick<Deps, 'transact' | 'now'>,
  { userId }: UserActor,
  until: string | undefined,
): Promise<void> =>
  deps.transact(tx => notifications.deleteUntil(tx, userId, expiryOf(deps, until)))

export const deleteOne = (
  { transact }: Pick<Deps, 'transact'>,
  { userId }: UserActor,
  id: string,
): Promise<void> => transact(tx => notifications.deleteOne(tx, userId, id))
