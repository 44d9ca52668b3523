import { VisuallyHidden } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { config } from '../../lib/config.ts'
import { pageTitle } from '../../lib/document-title.ts'
import { useStore } from '../../lib/store.ts'

const CookieNotice = lazy(async () => ({
  default: (await import('./cookie-notice.tsx')).CookieNotice,
}))

/** Guests only get necessary cookies; they find the policy in the footer and see no notice. */
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

/** Announces the title of a page, because navigation does not load a new document. */
function PageAnnouncer() {
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {useStore(pageTitle)}
    </VisuallyHidden>
  )
}
