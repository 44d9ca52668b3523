import { NOTIFICATION_PANEL_PX } from '@coffer/contract/constants'
import { Popover } from '@mantine/core'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './notification-bell.module.css'
import { UnreadBadge } from './unread-badge.tsx'

export const NotificationCentre = lazy(async () => ({
  default: (await import('./notification-centre.tsx')).NotificationCentre,
}))

interface NotificationBellProps {
  unread: number
  onSeen: () => void
  className?: string | undefined
}

/** APP-9: the bell with its count; a click outside closes the centre. */
export function NotificationBell({ unread, onSeen, className }: NotificationBellProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const title = t('notifications.title')
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      width={NOTIFICATION_PANEL_PX}
      position="right-end"
      offset={14}
      trapFocus
      returnFocus
      withRoles={false}
      classNames={classes}
    >
      <Popover.Target>
        <span className={classes.anchor}>
          <IconButton
            icon={Bell}
            label={t('notifications.bell', { count: unread })}
            tooltip={open ? 'none' : 'right'}
            className={className}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
          <UnreadBadge count={unread} className={classes.badge} aria-hidden />
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={title} tabIndex={-1} data-autofocus>
        <Suspense fallback={<div className={classes.placeholder} />}>
          <NotificationCentre title={title} onClose={() => setOpen(false)} onSeen={onSeen} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
