import { VisuallyHidden } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { config } from '../../lib/config.ts'
import { pageTitle } from '../../lib/document-title.ts'
import { useStore } from '../../lib/store.ts'

const CookieNotice = lazy(async () => ({
  default: (await import('./cookie-notice.tsx')).CookieNotice,
}))

/** The cookies are necessary ones, so that guests find the policy in the footer and have no card to close. */
const GUEST_PAGES = /^\/(share|request)\//

export function RootLayout() {
  const isForGuests = useLocation({ select: ({ pathname }) => GUEST_PAGES.test(pathname) })
  return (
    <>
      <Outlet />
      <Suspense>
        {config().installation === 'installation-done' && !isForGuests && <CookieNotice />}
      </Suspense>
      <PageAnnouncer />
    </>
  )
}

/** Pages change without a new document, so their names are read out. */
function PageAnnouncer() {
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {useStore(pageTitle)}
    </VisuallyHidden>
  )
}
