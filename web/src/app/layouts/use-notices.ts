import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { userQuery, useUser } from '../../features/account/account.api.ts'

/** What bell and bar show of the notifications, and how they hear that they were looked at. */
export function useNotificationSummary(): { unread: number; onSeen: () => void } {
  const queries = useQueryClient()
  const unread = useUser().relationships.unreadNotifications.meta.total
  const onSeen = useCallback(() => void queries.invalidateQueries(userQuery), [queries])
  return { unread, onSeen }
}
