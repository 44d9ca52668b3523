import type { TranslationPart } from '@coffer/contract/constants'
import {
  createRoute,
  lazyRouteComponent as page,
  type RouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { FilterSelection } from '../../features/browse/filters.ts'
import type { TableSearch } from '../../ui/admin-table/table-search.ts'
import { requireAdmin, withTranslations } from '../guards.ts'
import { listedPage } from './listed-page.ts'
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

const adminPage = <const P extends string>(
  path: P,
  component: RouteComponent,
  part?: TranslationPart,
) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    ...(part && { beforeLoad: withTranslations(part) }),
    component,
  })

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
    ...(part && { beforeLoad: withTranslations(part) }),
    component,
  })

const dashboard = createRoute({
  getParentRoute: () => admin,
  path: '/dashboard',
  beforeLoad: withTranslations('billing'),
  component: listedPage(pages, 'DashboardPage'),
})

// The messages of the server: the reasons why a task has skipped a user are errors.
const people = [
  tablePage('/users', listedPage(pages, 'UsersPage'), 'server'),
  adminPage('/user/create', listedPage(pages, 'UserCreatePage')),
  adminPage('/user/$id/details', listedPage(pages, 'UserDetailsPage')),
  adminPage('/user/$id/storage', listedPage(pages, 'UserStoragePage')),
  adminPage('/user/$id/subscription', listedPage(pages, 'UserSubscriptionPage')),
  adminPage('/user/$id/password', listedPage(pages, 'UserPasswordPage')),
  adminPage('/user/$id/delete', listedPage(pages, 'UserDeletePage'), 'server'),
] as const

const billing = [
  tablePage('/plans', listedPage(pages, 'PlansPage')),
  adminPage('/plan/create/fixed', listedPage(pages, 'CreateFixedPlanPage')),
  adminPage('/plan/create/metered', listedPage(pages, 'CreateMeteredPlanPage')),
  tablePage('/plan/$id/fixed/subscribers', listedPage(pages, 'PlanSubscribersPage')),
  tablePage('/plan/$id/metered/subscribers', listedPage(pages, 'PlanSubscribersPage')),
  adminPage('/plan/$id/settings', listedPage(pages, 'PlanSettingsPage')),
  adminPage('/plan/$id/delete', listedPage(pages, 'DeletePlanPage')),
  tablePage('/subscriptions', listedPage(pages, 'SubscriptionsPage')),
  tablePage('/invoices', listedPage(pages, 'InvoicesPage'), 'billing'),
  tablePage('/invoices/transactions', listedPage(pages, 'TransactionsPage'), 'billing'),
  adminPage('/invoices/$id', listedPage(pages, 'AdminInvoicePage'), 'billing'),
  tablePage('/payments/differences', listedPage(pages, 'PaymentsDifferencesPage')),
  adminPage('/payments/billings', listedPage(pages, 'PaymentsBillingsPage')),
  adminPage('/payments/payments', listedPage(pages, 'PaymentsGatewaysPage')),
] as const

const content = [
  tablePage('/pages', listedPage(pages, 'PagesPage')),
  adminPage('/page/create', listedPage(pages, 'CreatePagePage')),
  adminPage('/pages/$slug', listedPage(pages, 'EditPagePage')),
  tablePage('/contact', listedPage(pages, 'ContactInboxPage')),
  tablePage('/documents', listedPage(pages, 'DocumentsPage')),
  adminPage('/document/create', listedPage(pages, 'CreateDocumentPage')),
  adminPage('/document/$id/details', listedPage(pages, 'DocumentDetailsPage')),
  adminPage('/document/$id/delete', listedPage(pages, 'DeleteDocumentPage')),
  tablePage('/subcategories/$id', listedPage(pages, 'SubcategoriesPage')),
  adminPage('/subcategories/$id/details', listedPage(pages, 'SubcategoryDetailsPage')),
  adminPage('/subcategory/$id/create', listedPage(pages, 'CreateSubcategoryPage')),
] as const

const trashed = createRoute({
  getParentRoute: () => admin,
  path: '/trashed',
  validateSearch: FilterSelection,
  component: listedPage(pages, 'TrashedPage'),
})

const settings = [
  adminPage('/settings/appearance', listedPage(pages, 'SettingsAppearancePage')),
  adminPage('/settings/index', listedPage(pages, 'SettingsHomepagePage')),
  adminPage('/settings/environment', listedPage(pages, 'SettingsEnvironmentPage')),
  adminPage('/settings/others', listedPage(pages, 'SettingsOthersPage')),
  adminPage('/settings/sign-in', listedPage(pages, 'SettingsSignInPage')),
  adminPage('/settings/adsense', listedPage(pages, 'SettingsAdsensePage')),
  tablePage('/settings/server', listedPage(pages, 'ServerPage')),
  tablePage('/language', listedPage(pages, 'LanguagePage')),
  tablePage('/language/$id', listedPage(pages, 'LanguageTextsPage')),
] as const

export const adminRoutes = admin.addChildren([
  index,
  dashboard,
  tablePage('/audit', listedPage(pages, 'AuditPage')),
  ...people,
  ...billing,
  ...content,
  trashed,
  ...settings,
])
