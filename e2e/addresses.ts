/** Every route of the specification with the heading of its page. */

export const ENTRY = {
  '/sign-in': 'Welcome back',
  '/sign-up': 'Create your account',
  '/forgotten-password': 'Forgot your password?',
  '/create-new-password': 'This link no longer works',
  '/successfully-send': 'Check your email',
  '/successfully-verified': 'Open the link in our email',
}

export const NOTES = {
  '/contact-us': 'Contact your administrator',
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
export const NOWHERE = ['/demo', '/page/unheard-of', '/somewhere/else']

export const WIZARD = [
  '/setup-wizard/status-check',
  '/setup-wizard/purchase-code',
  '/setup-wizard/database',
  '/setup-wizard/environment',
  '/setup-wizard/app-setup',
  '/setup-wizard/admin-setup',
]

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
  '/admin/pages/cookie-policy': 'Cookie policy',
  '/admin/page/create': 'New page',
  '/admin/plans': 'Plans',
  '/admin/users': 'Users',
  '/admin/user/create': 'Create user',
  '/admin/documents': 'Documents',
  '/admin/document/create': 'New document type',
  '/admin/document/7/details': NOT_FOUND,
  '/admin/document/7/delete': NOT_FOUND,
  '/admin/subcategories/7': 'Subcategories',
  '/admin/subcategories/7/details': NOT_FOUND,
  '/admin/subcategory/7/create': 'New subcategory',
  '/admin/plan/create/fixed': 'New fixed plan',
  '/admin/plan/create/metered': 'New metered plan',
  '/admin/user/7/details': 'User not found',
  '/admin/user/7/storage': 'User not found',
  '/admin/user/7/subscription': 'User not found',
  '/admin/user/7/password': 'User not found',
  '/admin/user/7/delete': 'User not found',
  '/admin/plan/7/fixed/subscribers': 'Plan not found',
  '/admin/plan/7/metered/subscribers': 'Plan not found',
  '/admin/plan/7/settings': 'Plan not found',
  '/admin/plan/7/delete': 'Plan not found',
  '/admin/payments/billings': 'Billing details',
  '/admin/payments/payments': 'Payment gateways',
  '/admin/settings/appearance': 'Appearance',
  '/admin/settings/index': 'Homepage',
  '/admin/settings/environment': 'Environment',
  '/admin/settings/others': 'Others',
  '/admin/settings/sign-in': 'Sign-in',
  '/admin/settings/adsense': 'AdSense',
  '/admin/settings/server': 'Server',
  '/admin/language': 'Languages',
  '/admin/trashed': 'Trashed items',
}
