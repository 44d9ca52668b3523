import { createRouter } from '@tanstack/react-router'
import { adminRoutes } from './routes/admin.ts'
import { guestRoutes } from './routes/guest.ts'
import { platformRoutes } from './routes/platform.ts'
import { root } from './routes/root.ts'
import { setupRoutes } from './routes/setup.ts'
import { signedIn } from './routes/signed-in.ts'
import { invoiceRoute, userRoutes } from './routes/user.ts'
import { followSessionEnd } from './session-end.ts'

/** All routes (APP-1 to APP-3); any other path is not found. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...guestRoutes,
    setupRoutes,
    signedIn.addChildren([platformRoutes, userRoutes, invoiceRoute, adminRoutes]),
  ]),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  scrollRestoration: true,
})

followSessionEnd(router)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
