import type { TranslationPart } from '@coffer/contract/constants'
import {
  createRoute,
  lazyRouteComponent as page,
  type RouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { FilterSelection } from '../../features/browse/filters.ts'
import { config } from '../../lib/config.ts'
import { loadTranslationPart } from '../../lib/i18n.ts'
import type { TableSearch } from '../../ui/admin-table/table-search.ts'
import { requireAdmin } from '../guards.ts'
import { signedIn } from './signed-in.ts'

const pages = () => import('../../pages/admin/lazy-pages.ts')

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  beforeLoad: requireAdmin,
  component: page(() => import('../layouts/admin-layout.tsx'), 'AdminLayout'),
  staticData: { section: 'admin' },
})

const index = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true })
  },
})

/** Loads messages that few pages need. */
const loading = (part: TranslationPart | undefined) => async (): Promise<void> => {
  if (part) await loadTranslationPart(part)
}

const adminPage = <const P extends string>(
  path: P,
  component: RouteComponent,
  part?: TranslationPart,
) => createRoute({ getParentRoute: () => admin, path, beforeLoad: loading(part), component })

/** Keeps the state of an admin table in the URL; the page itself validates it. */
const tableSearch = (search: TableSearch & SearchSchemaInput): object => search

/** A page with a table. */
const tablePage = <const P extends string>(
  path: P,
  component: RouteComponent,
  part?: TranslationPart,
) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    validateSearch: tableSearch,
    beforeLoad: loading(part),
    component,
  })

// The messages of the server: the reasons why a task has skipped a user are errors.
const people = [
  tablePage('/users', page(pages, 'UsersPage'), 'server'),
  adminPage('/user/create', page(pages, 'UserCreatePage')),
  adminPage('/user/$id/details', page(pages, 'UserDetailsPage')),
  adminPage('/user/$id/storage', page(pages, 'UserStoragePage')),
  createRoute({
    getParentRoute: () => admin,
    path: '/user/$id/subscription',
    beforeLoad: () =>
      config().subscriptionType === 'none' ? undefined : loadTranslationPart('billing'),
    component: page(pages, 'UserSubscriptionPage'),
  }),
  adminPage('/user/$id/password', page(pages, 'UserPasswordPage')),
  adminPage('/user/$id/delete', page(pages, 'UserDeletePage'), 'server'),
] as const

const billing = [
  tablePage('/plans', page(pages, 'PlansPage')),
  adminPage('/plan/create/fixed', page(pages, 'CreateFixedPlanPage')),
  adminPage('/plan/create/metered', page(pages, 'CreateMeteredPlanPage')),
  tablePage('/plan/$id/fixed/subscribers', page(pages, 'PlanSubscribersPage')),
  tablePage('/plan/$id/metered/subscribers', page(pages, 'PlanSubscribersPage')),
  adminPage('/plan/$id/settings', page(pages, 'PlanSettingsPage')),
  adminPage('/plan/$id/delete', page(pages, 'DeletePlanPage')),
  tablePage('/subscriptions', page(pages, 'SubscriptionsPage')),
  tablePage('/invoices', page(pages, 'InvoicesPage'), 'billing'),
  tablePage('/invoices/transactions', page(pages, 'TransactionsPage'), 'billing'),
  adminPage('/invoices/$id', page(pages, 'AdminInvoicePage'), 'billing'),
  tablePage('/payments/differences', page(pages, 'PaymentsDifferencesPage')),
  adminPage('/payments/billings', page(pages, 'PaymentsBillingsPage')),
  adminPage('/payments/payments', page(pages, 'PaymentsGatewaysPage')),
] as const

const content = [
  tablePage('/pages', page(pages, 'PagesPage')),
  adminPage('/page/create', page(pages, 'CreatePagePage')),
  adminPage('/pages/$slug', page(pages, 'EditPagePage')),
  tablePage('/contact', page(pages, 'ContactInboxPage')),
  tablePage('/documents', page(pages, 'DocumentsPage')),
  adminPage('/document/create', page(pages, 'CreateDocumentPage')),
  adminPage('/document/$id/details', page(pages, 'DocumentDetailsPage')),
  adminPage('/document/$id/delete', page(pages, 'DeleteDocumentPage')),
  tablePage('/subcategories/$id', page(pages, 'SubcategoriesPage')),
  adminPage('/subcategories/$id/details', page(pages, 'SubcategoryDetailsPage')),
  adminPage('/subcategory/$id/create', page(pages, 'CreateSubcategoryPage')),
] as const

const trashed = createRoute({
  getParentRoute: () => admin,
  path: '/trashed',
  validateSearch: FilterSelection,
  component: page(pages, 'TrashedPage'),
})

const settings = [
  adminPage('/settings/appearance', page(pages, 'SettingsAppearancePage')),
  adminPage('/settings/index', page(pages, 'SettingsHomepagePage')),
  adminPage('/settings/environment', page(pages, 'SettingsEnvironmentPage')),
  adminPage('/settings/others', page(pages, 'SettingsOthersPage')),
  adminPage('/settings/sign-in', page(pages, 'SettingsSignInPage')),
  adminPage('/settings/adsense', page(pages, 'SettingsAdsensePage')),
  adminPage('/settings/server', page(pages, 'ServerPage')),
  tablePage('/language', page(pages, 'LanguagePage')),
  tablePage('/language/$id', page(pages, 'LanguageTextsPage')),
] as const

export const adminRoutes = admin.addChildren([
  index,
  adminPage('/dashboard', page(pages, 'DashboardPage')),
  tablePage('/audit', page(pages, 'AuditPage')),
  ...people,
  ...billing,
  ...content,
  trashed,
  ...settings,
])
