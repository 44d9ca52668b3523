import type { Notification } from '@coffer/contract/notification'

const known = new Set<string>()
let latest = ''

/** Returns the unread notifications that have arrived since the last call. */
export function takeUnseenNotifications(unread: readonly Notification[]): Notification[] {
  // A notification that only moved up, because others were read or deleted, is older than the
  // latest known one.
  const since = latest
  const unseen = unread.filter(
    ({ id, attributes }) => !known.has(id) && attributes.created_at >= since,
  )
  for (const { id, attributes } of unread) {
    known.add(id)
    if (attributes.created_at > latest) latest = attributes.created_at
  }
  return unseen
}
