import { createLink, useLocation } from '@tanstack/react-router'
import { Bell, House, Link as LinkIcon, type LucideIcon, User } from 'lucide-react'
import { type ComponentPropsWithRef, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotificationCentre } from '../../features/notifications/notification-bell.tsx'
import { UnreadBadge } from '../../features/notifications/unread-badge.tsx'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { Sheet } from '../../ui/sheet.tsx'
import classes from './bottom-bar.module.css'
import { useNotificationSummary } from './use-notification-summary.ts'
import { useSection } from './use-section.ts'

const SharedMenu = lazy(async () => ({
  default: (await import('./shared-menu.tsx')).SharedMenu,
}))

const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}))

const SHARED = /^\/platform\/(my-shared-items|shared-with-me|team-folders)/

type Menu = 'shared' | 'notices' | 'you'

/** The navigation of small screens: a bar at the bottom edge and the sheets that it opens. */
export function BottomBar() {
  const { t } = useTranslation()
  const section = useSection()
  const shared = SHARED.test(useLocation().pathname)
  const [menu, setMenu] = useState<Menu | null>(null)
  const { unread, onSeen } = useNotificationSummary()
  const close = () => setMenu(null)
  const menuProps = (name: Menu) => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': menu === name,
    onClick: () => setMenu(name),
  })
  return (
    <nav className={classes.bar} aria-label={t('shell.sections')}>
      <FilesTab
        to="/platform/files/{-$id}"
        params={NO_FOLDER}
        data-active={section === 'platform' && !shared}
      >
        <TabFace icon={House} label={t('places.files')} />
      </FilesTab>
      <button type="button" className={classes.tab} data-active={shared} {...menuProps('shared')}>
        <TabFace icon={LinkIcon} label={t('shell.shared')} />
      </button>
      <button type="button" className={classes.tab} {...menuProps('notices')}>
        <TabFace icon={Bell} label={t('shell.notifications')} count={unread} />
      </button>
      <button
        type="button"
        className={classes.tab}
        data-active={section !== 'platform'}
        {...menuProps('you')}
      >
        <TabFace icon={User} label={t('shell.account')} />
      </button>
      <Sheet opened={menu === 'shared'} onClose={close} title={t('shell.shared')}>
        <Suspense>
          <SharedMenu onChoose={close} />
        </Suspense>
      </Sheet>
      <Sheet opened={menu === 'notices'} onClose={close} title={t('notifications.title')}>
        <Suspense>
          <NotificationCentre onClose={close} onSeen={onSeen} />
        </Suspense>
      </Sheet>
      <Sheet opened={menu === 'you'} onClose={close} title={t('shell.account')}>
        <Suspense>
          <AccountMenu onChoose={close} />
        </Suspense>
      </Sheet>
    </nav>
  )
}

const FilesTab = createLink((props: ComponentPropsWithRef<'a'>) => (
  <a {...props} className={classes.tab} />
))

function TabFace({
  icon: Icon,
  label,
  count = 0,
}: {
  icon: LucideIcon
  label: string
  count?: number
}) {
  return (
    <>
      <span className={classes.icon}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        <UnreadBadge count={count} className={classes.badge} />
      </span>
      {label}
    </>
  )
}
