import type { TranslationKey } from '@coffer/contract'
import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { requireUser } from '../guards.ts'
import type { Section } from '../section.ts'
import { root } from './root.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** APP-8: the section whose entry in the sidebar is active. */
    section?: Section
    /** Title and text of a page that is not built yet. */
    placeholder?: { title: TranslationKey; text: TranslationKey }
  }
}

/** Waits for the navigation, so that the page appears with it. */
async function layout() {
  const module = await import('../layouts/app-layout.tsx')
  await module.loadNavigation()
  return module
}

/** Everything behind sign-in: rail, panel and content. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireUser,
  component: page(layout, 'AppLayout'),
})

export const placeholderPage = page(() => import('../../pages/not-here-yet.tsx'), 'NotHereYetPage')
