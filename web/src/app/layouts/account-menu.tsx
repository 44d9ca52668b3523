import { Button } from '@mantine/core'
import { Clock, Files, LogOut, Settings, Trash2, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { ThemeToggle } from '../../features/account/theme-toggle.tsx'
import { useSignOut } from '../../features/auth/use-sign-out.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PanelGroup, PanelLink } from '../../ui/panel-link.tsx'
import classes from './account-menu.module.css'

/** The mobile menu: the user, pages without a tab, and signing out. */
export function AccountMenu({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation()
  const { attributes } = useUser()
  const signOut = useSignOut()
  const isAdmin = attributes.role === 'admin'
  const closeAndSignOut = () => {
    onChoose()
    return signOut()
  }
  return (
    <>
      <div className={classes.user}>
        <Avatar person={attributes} size={40} />
        <div className={classes.text}>
          <strong>{attributes.name}</strong>
          <span>{attributes.email}</span>
        </div>
        <ThemeToggle />
      </div>
      <PanelGroup>
        <PanelLink to="/platform/recent-uploads" icon={Clock} onClick={onChoose}>
          {t('places.recent_uploads')}
        </PanelLink>
        <PanelLink
          to="/platform/all-files/{-$id}"
          params={NO_FOLDER}
          icon={Files}
          onClick={onChoose}
        >
          {t('places.all_files')}
        </PanelLink>
        <PanelLink to="/platform/trash/{-$id}" params={NO_FOLDER} icon={Trash2} onClick={onChoose}>
          {t('places.trash')}
        </PanelLink>
      </PanelGroup>
      <PanelGroup>
        <PanelLink to="/user/profile" icon={isAdmin ? User : Settings} onClick={onChoose}>
          {t('account.profile')}
        </PanelLink>
        {isAdmin && (
          <PanelLink to="/admin/dashboard" icon={Settings} onClick={onChoose}>
            {t('admin.dashboard')}
          </PanelLink>
        )}
      </PanelGroup>
      <Button
        variant="default"
        fullWidth
        className={classes.signOut}
        leftSection={<LogOut size={18} strokeWidth={1.75} aria-hidden />}
        onClick={closeAndSignOut}
      >
        {t('account.sign_out')}
      </Button>
    </>
  )
}
