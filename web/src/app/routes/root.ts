import { createRootRoute } from '@tanstack/react-router'
import { FailurePage } from '../../pages/failure.tsx'
import { NotFoundPage } from '../../pages/not-found.tsx'
import { leaveThirdParties, requireInstallation } from '../guards.ts'
import { RootLayout } from '../layouts/root-layout.tsx'

export const root = createRootRoute({
  beforeLoad: async visit => {
    requireInstallation(visit)
    await leaveThirdParties(visit)
  },
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: FailurePage,
})
