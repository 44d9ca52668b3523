import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { loadTranslationPart } from '../../lib/i18n.ts'
import { listedPage } from './listed-page.ts'
import { root } from './root.ts'

const pages = () => import('../../pages/setup/lazy-pages.ts')

const wizard = createRoute({
  getParentRoute: () => root,
  path: '/setup-wizard',
  beforeLoad: () => loadTranslationPart('admin'),
  component: page(() => import('../layouts/setup-layout.tsx'), 'SetupLayout'),
})

/** The setup code from the link that the server prints. */
const setupCodeParam = ({ code }: Record<string, unknown>): { code?: string } =>
  typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}

const statusCheck = createRoute({
  getParentRoute: () => wizard,
  path: '/status-check',
  validateSearch: setupCodeParam,
  component: listedPage(pages, 'StatusCheckPage'),
})

const purchaseCode = createRoute({
  getParentRoute: () => wizard,
  path: '/purchase-code',
  component: listedPage(pages, 'PurchaseCodePage'),
})

const database = createRoute({
  getParentRoute: () => wizard,
  path: '/database',
  component: listedPage(pages, 'DatabasePage'),
})

const environment = createRoute({
  getParentRoute: () => wizard,
  path: '/environment',
  component: listedPage(pages, 'EnvironmentPage'),
})

const appSetup = createRoute({
  getParentRoute: () => wizard,
  path: '/app-setup',
  component: listedPage(pages, 'AppSetupPage'),
})

const adminSetup = createRoute({
  getParentRoute: () => wizard,
  path: '/admin-setup',
  component: listedPage(pages, 'AdminSetupPage'),
})

export const setupRoutes = wizard.addChildren([
  statusCheck,
  purchaseCode,
  database,
  environment,
  appSetup,
  adminSetup,
])
