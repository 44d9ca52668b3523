import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { root } from './root.ts'

const wizard = createRoute({
  getParentRoute: () => root,
  path: '/setup-wizard',
  component: page(() => import('../layouts/setup-layout.tsx'), 'SetupLayout'),
})

/** The code from the link that the server printed. */
const printed = ({ code }: Record<string, unknown>): { code?: string } =>
  typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}

const statusCheck = createRoute({
  getParentRoute: () => wizard,
  path: '/status-check',
  validateSearch: printed,
  component: page(() => import('../../pages/setup/status-check.tsx'), 'StatusCheckPage'),
})

const later = page(() => import('../../pages/setup/later-step.tsx'), 'LaterStepPage')
const step = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => wizard, path, component: later })

const adminSetup = createRoute({
  getParentRoute: () => wizard,
  path: '/admin-setup',
  component: page(() => import('../../pages/setup/admin-setup.tsx'), 'AdminSetupPage'),
})

export const setupRoutes = wizard.addChildren([
  statusCheck,
  step('/purchase-code'),
  step('/database'),
  step('/environment'),
  step('/app-setup'),
  adminSetup,
])
