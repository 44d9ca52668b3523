import { VisuallyHidden } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { config } from '../../lib/config.ts'
import { pageTitle } from '../../lib/document-title.ts'
import { useStore } from '../../lib/store.ts'
import { CookieNotice } from './cookie-notice.tsx'

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
        <CookieNotice isForGuests={isForGuests} />
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
