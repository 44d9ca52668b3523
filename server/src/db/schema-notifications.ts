import type { Category } from '@coffer/contract/notification'
import type { NotificationType } from '@coffer/contract/notifications'

export interface NotificationTable {
  id: string
  user_id: string
  category: Category
  /** Selects the texts, which are translated when the notification is read. */
  type: NotificationType
  /** JSON: values of the texts. */
  params: string
  /** JSON; null when there is no action (any more). */
  action: string | null
  /** The invitation that the action answers. */
  invitation_id: string | null
  created_at: number
  /** Null while unread. */
  read_at: number | null
}
