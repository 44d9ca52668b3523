import type { TranslationKey } from '@coffer/contract'
import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { FilterSelection } from '../../features/browse/filters.ts'
import { requireAdmin } from '../guards.ts'
import { placeholderPage, signedIn } from './signed-in.ts'

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  beforeLoad: requireAdmin,
  staticData: { section: 'admin' },
})

const index = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true })
  },
})

const placeholder = <const P extends string>(
  path: P,
  title: TranslationKey,
  text: TranslationKey,
) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    component: placeholderPage,
    staticData: { placeholder: { title, text } },
  })

const people = [
  placeholder('/users', 'admin.users', 'later.users'),
  placeholder('/user/create', 'admin.users', 'later.users'),
  placeholder('/user/$id/details', 'admin.users', 'later.users'),
  placeholder('/user/$id/storage', 'admin.users', 'later.users'),
  placeholder('/user/$id/subscription', 'admin.users', 'later.users'),
  placeholder('/user/$id/password', 'admin.users', 'later.users'),
  placeholder('/user/$id/delete', 'admin.users', 'later.users'),
] as const

const billing = [
  placeholder('/plans', 'admin.plans', 'later.plans'),
  placeholder('/plan/create/fixed', 'admin.plans', 'later.plans'),
  placeholder('/plan/create/metered', 'admin.plans', 'later.plans'),
  placeholder('/plan/$id/fixed/subscribers', 'admin.plans', 'later.plans'),
  placeholder('/plan/$id/metered/subscribers', 'admin.plans', 'later.plans'),
  placeholder('/plan/$id/settings', 'admin.plans', 'later.plans'),
  placeholder('/plan/$id/delete', 'admin.plans', 'later.plans'),
  placeholder('/subscriptions', 'admin.subscriptions', 'later.plans'),
  placeholder('/invoices', 'admin.invoices', 'later.billing'),
  placeholder('/payments/billings', 'admin.payments', 'later.billing'),
  placeholder('/payments/payments', 'admin.payments', 'later.billing'),
] as const

const content = [
  placeholder('/pages', 'admin.pages', 'later.pages'),
  placeholder('/pages/$slug', 'admin.pages', 'later.pages'),
  placeholder('/documents', 'admin.documents', 'later.documents'),
  placeholder('/document/create', 'admin.documents', 'later.documents'),
  placeholder('/document/$id/details', 'admin.documents', 'later.documents'),
  placeholder('/document/$id/delete', 'admin.documents', 'later.documents'),
  placeholder('/subcategories/$id', 'admin.documents', 'later.documents'),
  placeholder('/subcategories/$id/details', 'admin.documents', 'later.documents'),
  placeholder('/subcategory/$id/create', 'admin.documents', 'later.documents'),
] as const

const trashed = createRoute({
  getParentRoute: () => admin,
  path: '/trashed',
  validateSearch: FilterSelection,
  component: page(() => import('../../pages/admin/trashed.tsx'), 'TrashedPage'),
})

const settings = [
  placeholder('/settings/appearance', 'admin.settings', 'later.settings'),
  placeholder('/settings/index', 'admin.settings', 'later.settings'),
  placeholder('/settings/environment', 'admin.settings', 'later.settings'),
  placeholder('/settings/others', 'admin.settings', 'later.settings'),
  placeholder('/settings/sign-in', 'admin.settings', 'later.settings'),
  placeholder('/settings/adsense', 'admin.settings', 'later.settings'),
  placeholder('/settings/server', 'admin.settings', 'later.settings'),
  placeholder('/language', 'admin.language', 'later.language'),
] as const

export const adminRoutes = admin.addChildren([
  index,
  placeholder('/dashboard', 'admin.dashboard', 'later.dashboard'),
  ...people,
  ...billing,
  ...content,
  trashed,
  ...settings,
])
