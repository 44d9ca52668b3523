import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import classes from './section-panel.module.css'
import { useSection } from './use-section.ts'

const PlatformPanel = lazy(async () => ({
  default: (await import('../../pages/platform/panel.tsx')).PlatformPanel,
}))

const UserPanel = lazy(async () => ({ default: (await import('./user-panel.tsx')).UserPanel }))
const AdminPanel = lazy(async () => ({ default: (await import('./admin-panel.tsx')).AdminPanel }))

const PANELS = { platform: PlatformPanel, user: UserPanel, admin: AdminPanel }

/** The panel of the current section: locations and folders, user pages or admin pages. */
export function SectionPanel() {
  const { t } = useTranslation()
  const section = useSection()
  const isAdmin = useUser().attributes.role === 'admin'
  const isHidden = section === 'admin' && !isAdmin
  const Panel = section && !isHidden && PANELS[section]
  return (
    <nav className={classes.panel} aria-label={t('shell.section')}>
      <Suspense>{Panel && <Panel />}</Suspense>
    </nav>
  )
}
