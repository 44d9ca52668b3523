import type { Notification } from '@coffer/contract/notification'

const known = new Set<string>()
let latest = ''

/** Those of the unread ones that have come since it was called last. */
export function takeUnseenNotifications(unread: readonly Notification[]): Notification[] {
  // One that only moved up, because others were read or cleared away, is older than what was seen.
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
