import type { Notification } from '@coffer/contract/notification'
import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  Archive,
  BadgeCheck,
  Bell,
  CreditCard,
  FileUp,
  Gift,
  KeyRound,
  Link,
  type LucideIcon,
  MonitorSmartphone,
  ReceiptText,
  ShieldAlert,
  Users,
  Wallet,
  X,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { showFailureToast } from './failure-toast.ts'
import { timeLabel } from './moments.ts'
import { NotificationAction } from './notification-action.tsx'
import classes from './notification-row.module.css'
import { clearOne } from './notifications.api.ts'

/** Time in ms for which a new notification is highlighted. */
const HIGHLIGHT_MS = 1000

const ICONS: Record<Notification['attributes']['category'], LucideIcon> = {
  gift: Gift,
  'team-invitation': Users,
  'subscription-created': BadgeCheck,
  'billing-alert': ReceiptText,
  'insufficient-balance': Wallet,
  'payment-alert': CreditCard,
  'file-request': FileUp,
  'remote-upload-done': Link,
  'link-alert': ShieldAlert,
  'account-alert': KeyRound,
  'sign-in-alert': MonitorSmartphone,
  'data-export': Archive,
}

/** Highlights a notification that is unread when it appears, for a second. */
function useHighlight(isUnread: boolean): boolean {
  const [isOn, setOn] = useState(isUnread)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setOn(false), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [isOn])
  return isOn
}

interface NotificationRowProps {
  notification: Notification
  onClose: () => void
}

export function NotificationRow({ notification, onClose }: NotificationRowProps) {
  const { t } = useTranslation()
  const { locale, exactDate } = useFormat()
  const queries = useQueryClient()
  const { category, title, description, created_at, read_at, action } = notification.attributes
  const isNew = useHighlight(read_at === null)
  // A newer server may send other categories.
  const Icon = ICONS[category] ?? Bell
  return (
    <li className={classes.row} data-unread={isNew || undefined}>
      <span className={classes.icon}>
        <Icon size={17} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={classes.texts}>
        <p className={classes.title}>
          {isNew && <VisuallyHidden>{t('notifications.new')} </VisuallyHidden>}
          {title}
        </p>
        <p className={classes.text}>{description}</p>
        {action && <NotificationAction action={action} onClose={onClose} />}
      </div>
      <div className={classes.end}>
        <time className={classes.time} dateTime={created_at} title={exactDate(created_at)}>
          {timeLabel(created_at, locale)}
        </time>
        <IconButton
          icon={X}
          label={t('notifications.remove', { title })}
          size="small"
          tooltip="none"
          className={classes.remove}
          onClick={() => void clearOne(queries, notification.id).catch(showFailureToast)}
        />
      </div>
    </li>
  )
}
