/** Every route of the specification with the heading of its page. */

export const ENTRY = {
  '/sign-in': 'Welcome back',
  '/sign-up': 'Create your account',
  '/forgotten-password': 'Forgot your password?',
  '/create-new-password': 'This link no longer works',
  '/successfully-send': 'Check your email',
}

export const NOTES = {
  '/contact-us': 'Contact your administrator',
  '/demo': 'No demo available',
  '/temporary-unavailable': 'Temporarily unavailable',
  '/page/cookie-policy': 'Cookie policy',
  '/page/privacy-policy': 'Privacy policy',
  '/page/terms-of-service': 'Terms of service',
}

export const NOT_FOUND = 'Page not found'

/** Links that do not exist. */
export const LINKS = {
  '/request/abc/upload': NOT_FOUND,
  '/request/abc/upload/7': NOT_FOUND,
  '/share/abc': NOT_FOUND,
  '/share/abc/files': NOT_FOUND,
  '/share/abc/files/7': NOT_FOUND,
  '/share/abc/file': NOT_FOUND,
  '/share/abc/authenticate': NOT_FOUND,
  '/team-folder-invitation/7': 'Not found',
}
/** Browser console messages for these responses. */
export const NO_SUCH_LINK = /status of 404 \(Not Found\) .*\/api\/(sharing|file-request|teams)\//

/** Unknown routes. */
export const NOWHERE = ['/page/unheard-of', '/somewhere/else', '/successfully-verified']

export const WIZARD = {
  '/setup-wizard/status-check': 'Welcome to Coffer',
  '/setup-wizard/purchase-code': 'Licence',
  '/setup-wizard/database': 'Database',
  '/setup-wizard/environment': 'Environment',
  '/setup-wizard/app-setup': 'App',
  '/setup-wizard/admin-setup': 'Create the admin account',
}

export const USER = {
  '/user/profile': 'Profile',
  '/user/settings': 'Profile',
  '/user/settings/password': 'Security',
  '/user/settings/storage': 'Storage',
  '/user/settings/billing': 'Billing',
}

export const PLATFORM = {
  '/platform/files': 'Files',
  '/platform/all-files': 'All files',
  '/platform/recent-uploads': 'Recent uploads',
  '/platform/my-shared-items': 'Shared by me',
  '/platform/trash': 'Trash',
  '/platform/team-folders': 'Team folders',
  '/platform/team-folders/7': 'Team folders',
  '/platform/shared-with-me': 'Shared with me',
  '/platform/shared-with-me/7': 'Shared with me',
}

export const ADMIN_AREA = {
  '/admin/dashboard': 'Dashboard',
  '/admin/invoices': 'Invoices',
  '/admin/subscriptions': 'Subscriptions',
  '/admin/pages': 'Pages',
  '/admin/pages/cookie-policy': 'Pages',
  '/admin/plans': 'Plans',
  '/admin/users': 'Users',
  '/admin/user/create': 'Users',
  '/admin/documents': 'Documents',
  '/admin/document/create': 'Documents',
  '/admin/document/7/details': 'Documents',
  '/admin/document/7/delete': 'Documents',
  '/admin/subcategories/7': 'Documents',
  '/admin/subcategories/7/details': 'Documents',
  '/admin/subcategory/7/create': 'Documents',
  '/admin/plan/create/fixed': 'Plans',
  '/admin/plan/create/metered': 'Plans',
  '/admin/user/7/details': 'Users',
  '/admin/user/7/storage': 'Users',
  '/admin/user/7/subscription': 'Users',
  '/admin/user/7/password': 'Users',
  '/admin/user/7/delete': 'Users',
  '/admin/plan/7/fixed/subscribers': 'Plans',
  '/admin/plan/7/metered/subscribers': 'Plans',
  '/admin/plan/7/settings': 'Plans',
  '/admin/plan/7/delete': 'Plans',
  '/admin/payments/billings': 'Payments',
  '/admin/payments/payments': 'Payments',
  '/admin/settings/appearance': 'Settings',
  '/admin/settings/index': 'Settings',
  '/admin/settings/environment': 'Settings',
  '/admin/settings/others': 'Settings',
  '/admin/settings/sign-in': 'Settings',
  '/admin/settings/adsense': 'Settings',
  '/admin/settings/server': 'Settings',
  '/admin/language': 'Language',
  '/admin/trashed': 'Trashed items',
}
