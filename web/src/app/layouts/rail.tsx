import { VisuallyHidden } from '@mantine/core'
import { createLink, Link } from '@tanstack/react-router'
import { House, LogOut, type LucideIcon, Settings, User } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { ThemeToggle } from '../../features/account/theme-toggle.tsx'
import { useSignOut } from '../../features/auth/use-sign-out.ts'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import { config } from '../../lib/config.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import classes from './rail.module.css'
import { useNotificationSummary } from './use-notification-summary.ts'
import { useSection } from './use-section.ts'

/** APP-8, APP-9: the sections at the top, and the account below. */
export function Rail() {
  const { t } = useTranslation()
  const section = useSection()
  const { attributes } = useUser()
  const notices = useNotificationSummary()
  const signOut = useSignOut()
  const admin = attributes.role === 'admin'
  const button = { className: classes.button, tooltip: 'right' } as const
  return (
    <nav className={classes.rail} aria-label={t('shell.sections')}>
      <Link to="/platform/files/{-$id}" params={NO_FOLDER} className={classes.logo}>
        <Logo size={30} label={config().appName} />
      </Link>
      <RailLink
        to="/platform/files/{-$id}"
        params={NO_FOLDER}
        icon={House}
        label={t('places.files')}
        active={section === 'platform'}
      />
      <RailLink
        to="/user/profile"
        icon={admin ? User : Settings}
        label={t('account.profile')}
        active={section === 'user'}
      />
      {admin && (
        <RailLink
          to="/admin/dashboard"
          icon={Settings}
          label={t('admin.dashboard')}
          active={section === 'admin'}
        />
      )}
      <span className={classes.space} />
      <NotificationBell {...notices} className={classes.button} />
      <ThemeToggle {...button} />
      <IconButton {...button} icon={LogOut} label={t('account.sign_out')} onClick={signOut} />
      <Link
        to="/user/profile"
        className={classes.user}
        aria-label={attributes.name}
        title={attributes.name}
      >
        <Avatar person={attributes} size={28} />
      </Link>
    </nav>
  )
}

interface RailEntryProps extends ComponentPropsWithRef<'a'> {
  icon: LucideIcon
  label: string
  active: boolean
}

function RailEntry({ icon: Icon, label, active, ...props }: RailEntryProps) {
  return (
    <a
      {...props}
      className={classes.button}
      title={label}
      aria-current={active ? 'true' : undefined}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </a>
  )
}

const RailLink = createLink(RailEntry)
