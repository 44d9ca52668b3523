import { lazyRouteComponent as page } from '@tanstack/react-router'

/**
 * The pages of the setup wizard, each in a chunk of its own. The names of the chunks are in this module, so that
 * they are not part of every page's first load.
 */
export const AdminSetupPage = page(() => import('./admin-setup.tsx'), 'AdminSetupPage')
export const AppSetupPage = page(() => import('./app-setup.tsx'), 'AppSetupPage')
export const DatabasePage = page(() => import('./database.tsx'), 'DatabasePage')
export const EnvironmentPage = page(() => import('./environment.tsx'), 'EnvironmentPage')
export const PurchaseCodePage = page(() => import('./purchase-code.tsx'), 'PurchaseCodePage')
export const StatusCheckPage = page(() => import('./status-check.tsx'), 'StatusCheckPage')
