import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { requireUser } from '../guards.ts'
import { loadNavigation } from '../layouts/load-navigation.ts'
import type { Section } from '../section.ts'
import { root } from './root.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** APP-8: the section whose entry in the sidebar is active. */
    section?: Section
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
