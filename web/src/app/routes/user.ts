import { createRoute, redirect } from '@tanstack/react-router'
import { withTranslations } from '../guards.ts'
import { listedPage } from './listed-page.ts'
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
  component: listedPage(pages, 'ProfilePage'),
})

const password = createRoute({
  getParentRoute: () => user,
  path: '/settings/password',
  component: listedPage(pages, 'PasswordPage'),
})

const storage = createRoute({
  getParentRoute: () => user,
  path: '/settings/storage',
  component: listedPage(pages, 'StoragePage'),
})

const data = createRoute({
  getParentRoute: () => user,
  path: '/settings/data',
  component: listedPage(pages, 'DataPage'),
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
  beforeLoad: withTranslations('billing'),
  component: listedPage(pages, 'BillingPage'),
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
  beforeLoad: withTranslations('billing'),
  component: listedPage(pages, 'InvoicePage'),
  staticData: { section: 'user' },
})
