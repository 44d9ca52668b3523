import { lazyRouteComponent as page } from '@tanstack/react-router'

/** The pages of the user area, each in a chunk of its own, named here to keep the first load small. */
export const BillingPage = page(() => import('./billing.tsx'), 'BillingPage')
export const DataPage = page(() => import('./data.tsx'), 'DataPage')
export const InvoicePage = page(() => import('../invoice.tsx'), 'InvoicePage')
export const PasswordPage = page(() => import('./password.tsx'), 'PasswordPage')
export const ProfilePage = page(() => import('./profile.tsx'), 'ProfilePage')
export const StoragePage = page(() => import('./storage.tsx'), 'StoragePage')
