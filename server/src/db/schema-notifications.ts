import type { Category } from '@coffer/contract/notification'
import type { NotificationType } from '@coffer/contract/notifications'

export interface NotificationTable {
  id: string
  user_id: string
  category: Category
  /** Whose words it has; they are chosen as it is read. */
  type: NotificationType
  /** JSON: what stands in the words. */
  params: string
  /** JSON; null when nothing can be done about it, or nothing any more. */
  action: string | null
  /** The invitation that the action answers. */
  invitation_id: string | null
  created_at: number
  /** Null: not seen yet. */
  read_at: number | null
}
