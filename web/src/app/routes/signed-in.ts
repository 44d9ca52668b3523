import type { TranslationKey } from '@coffer/contract'
import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { requireUser } from '../guards.ts'
import type { Section } from '../section.ts'
import { root } from './root.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Spec §2: the section whose entry in the sidebar is the active one. */
    section?: Section
    /** What a page that is not built yet is called, and what will be found there. */
    later?: { title: TranslationKey; text: TranslationKey }
  }
}

/** Everything behind sign-in: rail, panel and content. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireUser,
  component: page(() => import('../layouts/app-layout.tsx'), 'AppLayout'),
})

export const notHereYet = page(() => import('../../pages/not-here-yet.tsx'), 'NotHereYetPage')
