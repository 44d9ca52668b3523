import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { root } from './root.ts'

const wizard = createRoute({
  getParentRoute: () => root,
  path: '/setup-wizard',
  component: page(() => import('../layouts/setup-layout.tsx'), 'SetupLayout'),
})

/** The setup code from the link that the server prints. */
const setupCodeParam = ({ code }: Record<string, unknown>): { code?: string } =>
  typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}

const statusCheck = createRoute({
  getParentRoute: () => wizard,
  path: '/status-check',
  validateSearch: setupCodeParam,
  component: page(() => import('../../pages/setup/status-check.tsx'), 'StatusCheckPage'),
})

const unusedStep = page(() => import('../../pages/setup/later-step.tsx'), 'LaterStepPage')
const step = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => wizard, path, component: unusedStep })

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
