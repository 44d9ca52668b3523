import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { loadTranslationPart } from '../../lib/i18n.ts'
import { signedIn } from './signed-in.ts'

const pages = () => import('../../pages/user/lazy-pages.ts')

const user = createRoute({
  getParentRoute: () => signedIn,
  path: '/user',
  staticData: { section: 'user' },
})

const profile = createRoute({
  getParentRoute: () => user,
  path: '/profile',
  component: page(pages, 'ProfilePage'),
})

const password = createRoute({
  getParentRoute: () => user,
  path: '/settings/password',
  component: page(pages, 'PasswordPage'),
})

const storage = createRoute({
  getParentRoute: () => user,
  path: '/settings/storage',
  component: page(pages, 'StoragePage'),
})

const data = createRoute({
  getParentRoute: () => user,
  path: '/settings/data',
  component: page(pages, 'DataPage'),
})

const toProfile = <const P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => user,
    path,
    beforeLoad: () => {
      throw redirect({ to: '/user/profile', replace: true })
    },
  })

const billing = createRoute({
  getParentRoute: () => user,
  path: '/settings/billing',
  beforeLoad: () => loadTranslationPart('billing'),
  component: page(pages, 'BillingPage'),
})

export const userRoutes = user.addChildren([
  profile,
  toProfile('/'),
  toProfile('/settings'),
  password,
  storage,
  data,
  billing,
])

/** An invoice, for its user and for administrators. */
export const invoiceRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/invoices/$id',
  beforeLoad: () => loadTranslationPart('billing'),
  component: page(pages, 'InvoicePage'),
  staticData: { section: 'user' },
})
