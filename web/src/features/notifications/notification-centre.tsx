import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'

/** What has happened while one was away. */
export function NotificationCentre() {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture={<BellRing size={28} strokeWidth={1.5} aria-hidden />}
      title={t('notifications.empty')}
      text={t('notifications.empty_text')}
    />
  )
}
