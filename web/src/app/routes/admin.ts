import type { TranslationKey } from '@coffer/contract'
import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { FilterSelection } from '../../features/browse/filters.ts'
import { requireAdmin } from '../guards.ts'
import { notHereYet, signedIn } from './signed-in.ts'

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

const later = <const P extends string>(path: P, title: TranslationKey, text: TranslationKey) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    component: notHereYet,
    staticData: { later: { title, text } },
  })

const people = [
  later('/users', 'admin.users', 'later.users'),
  later('/user/create', 'admin.users', 'later.users'),
  later('/user/$id/details', 'admin.users', 'later.users'),
  later('/user/$id/storage', 'admin.users', 'later.users'),
  later('/user/$id/subscription', 'admin.users', 'later.users'),
  later('/user/$id/password', 'admin.users', 'later.users'),
  later('/user/$id/delete', 'admin.users', 'later.users'),
] as const

const money = [
  later('/plans', 'admin.plans', 'later.plans'),
  later('/plan/create/fixed', 'admin.plans', 'later.plans'),
  later('/plan/create/metered', 'admin.plans', 'later.plans'),
  later('/plan/$id/fixed/subscribers', 'admin.plans', 'later.plans'),
  later('/plan/$id/metered/subscribers', 'admin.plans', 'later.plans'),
  later('/plan/$id/settings', 'admin.plans', 'later.plans'),
  later('/plan/$id/delete', 'admin.plans', 'later.plans'),
  later('/subscriptions', 'admin.subscriptions', 'later.plans'),
  later('/invoices', 'admin.invoices', 'later.billing'),
  later('/payments/billings', 'admin.payments', 'later.billing'),
  later('/payments/payments', 'admin.payments', 'later.billing'),
] as const

const content = [
  later('/pages', 'admin.pages', 'later.pages'),
  later('/pages/$slug', 'admin.pages', 'later.pages'),
  later('/documents', 'admin.documents', 'later.documents'),
  later('/document/create', 'admin.documents', 'later.documents'),
  later('/document/$id/details', 'admin.documents', 'later.documents'),
  later('/document/$id/delete', 'admin.documents', 'later.documents'),
  later('/subcategories/$id', 'admin.documents', 'later.documents'),
  later('/subcategories/$id/details', 'admin.documents', 'later.documents'),
  later('/subcategory/$id/create', 'admin.documents', 'later.documents'),
] as const

const trashed = createRoute({
  getParentRoute: () => admin,
  path: '/trashed',
  validateSearch: FilterSelection,
  component: page(() => import('../../pages/admin/trashed.tsx'), 'TrashedPage'),
})

const settings = [
  later('/settings/appearance', 'admin.settings', 'later.settings'),
  later('/settings/index', 'admin.settings', 'later.settings'),
  later('/settings/environment', 'admin.settings', 'later.settings'),
  later('/settings/others', 'admin.settings', 'later.settings'),
  later('/settings/sign-in', 'admin.settings', 'later.settings'),
  later('/settings/adsense', 'admin.settings', 'later.settings'),
  later('/settings/server', 'admin.settings', 'later.settings'),
  later('/language', 'admin.language', 'later.language'),
] as const

export const adminRoutes = admin.addChildren([
  index,
  later('/dashboard', 'admin.dashboard', 'later.dashboard'),
  ...people,
  ...money,
  ...content,
  trashed,
  ...settings,
])
