import type { TranslationKey } from '@coffer/contract'
import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { requireUser } from '../guards.ts'
import { loadNavigation } from '../layouts/load-navigation.ts'
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

/** Everything behind sign-in: rail, panel and content. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireUser,
  // The page waits for its navigation, so that both appear together.
  loader: () => loadNavigation(),
  staleTime: Number.POSITIVE_INFINITY,
  component: page(() => import('../layouts/app-layout.tsx'), 'AppLayout'),
})

export const placeholderPage = page(() => import('../../pages/not-here-yet.tsx'), 'NotHereYetPage')
