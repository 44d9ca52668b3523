import { lazyRouteComponent as page } from '@tanstack/react-router'

/**
 * The pages of the admin area, each in a chunk of its own. The names of the chunks are in this module, so that
 * they are not part of every page's first load.
 */
export const AdminInvoicePage = page(() => import('../invoice.tsx'), 'AdminInvoicePage')
export const AuditPage = page(() => import('./audit.tsx'), 'AuditPage')
export const ContactInboxPage = page(() => import('./contact.tsx'), 'ContactInboxPage')
export const CreateDocumentPage = page(() => import('./document-form.tsx'), 'CreateDocumentPage')
export const CreatePagePage = page(() => import('./page-editor.tsx'), 'CreatePagePage')
export const CreateSubcategoryPage = page(
  () => import('./document-form.tsx'),
  'CreateSubcategoryPage',
)
export const DashboardPage = page(() => import('./dashboard.tsx'), 'DashboardPage')
export const DeleteDocumentPage = page(() => import('./document-delete.tsx'), 'DeleteDocumentPage')
export const DocumentDetailsPage = page(() => import('./document-form.tsx'), 'DocumentDetailsPage')
export const DocumentsPage = page(() => import('./documents.tsx'), 'DocumentsPage')
export const EditPagePage = page(() => import('./page-editor.tsx'), 'EditPagePage')
export const InvoicesPage = page(() => import('./invoices.tsx'), 'InvoicesPage')
export const LanguagePage = page(() => import('./language.tsx'), 'LanguagePage')
export const LanguageTextsPage = page(() => import('./language-texts.tsx'), 'LanguageTextsPage')
export const PagesPage = page(() => import('./pages.tsx'), 'PagesPage')
export const PaymentsBillingsPage = page(
  () => import('./payments-billings.tsx'),
  'PaymentsBillingsPage',
)
export const ServerPage = page(() => import('./server.tsx'), 'ServerPage')
export const SettingsAdsensePage = page(
  () => import('./settings-adsense.tsx'),
  'SettingsAdsensePage',
)
export const SettingsAppearancePage = page(
  () => import('./settings-appearance.tsx'),
  'SettingsAppearancePage',
)
export const SettingsEnvironmentPage = page(
  () => import('./settings-environment.tsx'),
  'SettingsEnvironmentPage',
)
export const SettingsHomepagePage = page(
  () => import('./settings-homepage.tsx'),
  'SettingsHomepagePage',
)
export const SettingsOthersPage = page(() => import('./settings-others.tsx'), 'SettingsOthersPage')
export const SettingsSignInPage = page(() => import('./settings-sign-in.tsx'), 'SettingsSignInPage')
export const SubcategoriesPage = page(() => import('./subcategories.tsx'), 'SubcategoriesPage')
export const SubcategoryDetailsPage = page(
  () => import('./document-form.tsx'),
  'SubcategoryDetailsPage',
)
export const SubscriptionsPage = page(() => import('./subscriptions.tsx'), 'SubscriptionsPage')
export const TransactionsPage = page(() => import('./invoices.tsx'), 'TransactionsPage')
export const TrashedPage = page(() => import('./trashed.tsx'), 'TrashedPage')
export const UserCreatePage = page(() => import('./user-create.tsx'), 'UserCreatePage')
export const UserDeletePage = page(() => import('./user-delete.tsx'), 'UserDeletePage')
export const UserDetailsPage = page(() => import('./user-details.tsx'), 'UserDetailsPage')
export const UserPasswordPage = page(() => import('./user-password.tsx'), 'UserPasswordPage')
export const UserStoragePage = page(() => import('./user-storage.tsx'), 'UserStoragePage')
export const UserSubscriptionPage = page(
  () => import('./user-subscription.tsx'),
  'UserSubscriptionPage',
)
export const UsersPage = page(() => import('./users.tsx'), 'UsersPage')
export const CreateFixedPlanPage = page(() => import('./plan-create.tsx'), 'CreateFixedPlanPage')
export const CreateMeteredPlanPage = page(
  () => import('./plan-create.tsx'),
  'CreateMeteredPlanPage',
)
export const DeletePlanPage = page(() => import('./plan-pages.tsx'), 'DeletePlanPage')
export const PaymentsDifferencesPage = page(
  () => import('./payments-differences.tsx'),
  'PaymentsDifferencesPage',
)
export const PaymentsGatewaysPage = page(
  () => import('./payments-gateways.tsx'),
  'PaymentsGatewaysPage',
)
export const PlanSettingsPage = page(() => import('./plan-pages.tsx'), 'PlanSettingsPage')
export const PlanSubscribersPage = page(() => import('./plan-pages.tsx'), 'PlanSubscribersPage')
export const PlansPage = page(() => import('./plans.tsx'), 'PlansPage')
