import { NOTIFICATION_PANEL_PX } from '@coffer/contract/constants'
import { Popover } from '@mantine/core'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './notification-bell.module.css'
import { NotificationCentre } from './notification-centre.tsx'

interface NotificationBellProps {
  unread: number
  className?: string | undefined
}

/** Spec §2: the bell with its count; the centre closes on a click outside. */
export function NotificationBell({ unread, className }: NotificationBellProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
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
        <span className={classes.place}>
          <IconButton
            icon={Bell}
            label={t('notifications.bell', { count: unread })}
            tooltip={open ? 'none' : 'right'}
            className={className}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
          {unread > 0 && (
            <span className={classes.badge} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('notifications.title')} tabIndex={-1}>
        <h2 className={classes.title}>{t('notifications.title')}</h2>
        <NotificationCentre />
      </Popover.Dropdown>
    </Popover>
  )
}
