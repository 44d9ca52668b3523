import { VisuallyHidden } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { config } from '../../lib/config.ts'
import { pageTitle } from '../../lib/document-title.ts'
import { useStore } from '../../lib/store.ts'
import { CookieNotice } from './cookie-notice.tsx'

export function RootLayout() {
  return (
    <>
      <Outlet />
      {config().installation === 'installation-done' && <CookieNotice />}
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
