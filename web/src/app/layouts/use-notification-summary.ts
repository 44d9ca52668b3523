import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { userQuery, useUser } from '../../features/account/account.api.ts'

/** The number of unread notifications, and how to report that they were seen. */
export function useNotificationSummary(): { unread: number; onSeen: () => void } {
  const queries = useQueryClient()
  const unread = useUser().relationships.unreadNotifications.meta.total
  const onSeen = useCallback(() => void queries.invalidateQueries(userQuery), [queries])
  return { unread, onSeen }
}
