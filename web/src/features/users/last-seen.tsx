import type { AdminUser } from '@coffer/contract/admin-users'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'

/** The time of a user's last visit; for invited users, the time of the invitation. */
export function LastSeen({ user: { attributes } }: { user: AdminUser }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { invitation, last_seen_at } = attributes
  if (invitation)
    return t(invitation.is_expired ? 'admin_users.invitation_expired' : 'admin_users.invited_on', {
      date: format.date(invitation.sent_at),
    })
  return last_seen_at ? format.date(last_seen_at) : t('admin_users.never')
}
