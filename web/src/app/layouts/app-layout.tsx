import { FAILED_LINKS } from '@coffer/contract/constants'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { previewState } from '../../features/previews/preview-state.ts'
import { remoteState } from '../../features/remote-uploads/remote-upload-events.ts'
import { isSpotlightOpen, useSpotlightKey } from '../../features/search/spotlight-store.ts'
import { useStore } from '../../lib/store.ts'
import { useStable } from '../../lib/use-stable.ts'
import { useLargeScreen } from '../../ui/screen.ts'
import { OpenSectionPages } from '../../ui/section-pages.ts'
import { navigationBars } from '../../ui/view-settings.ts'
import classes from './app-layout.module.css'
import { loadBottomBar } from './load-navigation.ts'
import { NavigationToggle } from './navigation-toggle.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Rail } from './rail.tsx'
import { SectionPanel } from './section-panel.tsx'
import { useLiveUpdates } from './use-live-updates.ts'
import { useSection } from './use-section.ts'

const BottomBar = lazy(async () => ({ default: (await loadBottomBar()).BottomBar }))

const SectionSheet = lazy(async () => ({
  default: (await import('./section-sheet.tsx')).SectionSheet,
}))

const RestrictionBar = lazy(async () => ({
  default: (await import('./restriction-bar.tsx')).RestrictionBar,
}))

const UploadDock = lazy(async () => ({
  default: (await import('../../pages/platform/upload-dock.tsx')).UploadDock,
}))

const RemoteHost = lazy(async () => ({
  default: (await import('../../pages/platform/remote-host.tsx')).RemoteHost,
}))

const FailedLinks = lazy(async () => ({
  default: (await import('../../pages/platform/failed-links.tsx')).FailedLinks,
}))

const Spotlight = lazy(async () => ({
  default: (await import('../../pages/search/spotlight.tsx')).Spotlight,
}))

const PreviewHost = lazy(async () => ({
  default: (await import('../../pages/platform/preview-host.tsx')).PreviewHost,
}))

/** APP-7: rail, panel and content on large screens; content above the bottom bar on small ones. */
export function AppLayout() {
  const { t } = useTranslation()
  const large = useLargeScreen()
  const { restrictions } = useUser().meta
  const bars = useStore(navigationBars) === 'shown'
  useLiveUpdates()
  useSpotlightKey()
  return (
    <div className={classes.app} data-large={large || undefined}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      {large && bars && <Rail />}
      {large && bars && <SectionPanel />}
      {large && <NavigationToggle />}
      <div className={classes.column}>
        <OfflineBar />
        <Suspense>{restrictions.reason && <RestrictionBar {...restrictions} />}</Suspense>
        <Suspense>{useStore(remoteState) === 'some' && <RemoteHost />}</Suspense>
        <main id="content" className={classes.content} tabIndex={-1}>
          <SectionPages isLarge={large}>
            <Outlet />
          </SectionPages>
        </main>
      </div>
      <Suspense>
        <UploadDock />
      </Suspense>
      <Suspense>
        {useLocation({ select: ({ hash }) => hash === FAILED_LINKS }) && <FailedLinks />}
      </Suspense>
      <Suspense>{useStore(isSpotlightOpen) && <Spotlight />}</Suspense>
      <Suspense>{useStore(previewState) && <PreviewHost />}</Suspense>
      {!large && (
        <Suspense fallback={<div className={classes.barPlaceholder} />}>
          <BottomBar />
        </Suspense>
      )}
    </div>
  )
}

/** On small screens, lets the user and admin pages open the list of pages of their section. */
function SectionPages({ isLarge, children }: { isLarge: boolean; children: ReactNode }) {
  const section = useSection()
  const [isOpen, setOpen] = useState(false)
  const close = useStable(() => setOpen(false))
  const open = useStable(() => setOpen(true))
  const hasSheet = !isLarge && (section === 'user' || section === 'admin')
  return (
    <OpenSectionPages value={hasSheet ? open : null}>
      {children}
      <Suspense>
        {isOpen && hasSheet && <SectionSheet section={section} onClose={close} />}
      </Suspense>
    </OpenSectionPages>
  )
}
