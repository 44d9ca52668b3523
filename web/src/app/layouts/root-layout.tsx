import { VisuallyHidden } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { config } from '../../lib/config.ts'
import { pageTitle } from '../../lib/document-title.ts'
import { useStore } from '../../lib/store.ts'

const CookieNotice = lazy(async () => ({
  default: (await import('./cookie-notice.tsx')).CookieNotice,
}))

/** Guests of links see no notice unless it asks for consent. */
const GUEST_PAGES = /^\/(share|request)\//

export function RootLayout() {
  const isForGuests = useLocation({ select: ({ pathname }) => GUEST_PAGES.test(pathname) })
  const { installation, googleAnalytics, adsense } = config()
  const mayAsk = googleAnalytics !== null || adsense !== null
  return (
    <>
      <Outlet />
      {installation === 'installation-done' && (mayAsk || !isForGuests) && (
        <Suspense fallback={null}>
          <CookieNotice isForGuests={isForGuests} />
        </Suspense>
      )}
      <PageAnnouncer />
    </>
  )
}

/** Announces the title of a page, because navigation does not load a new document. */
function PageAnnouncer() {
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {useStore(pageTitle)}
    </VisuallyHidden>
  )
}
