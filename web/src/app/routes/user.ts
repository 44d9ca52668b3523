import type { TranslationKey } from '@coffer/contract'
import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { placeholderPage, signedIn } from './signed-in.ts'

const user = createRoute({
  getParentRoute: () => signedIn,
  path: '/user',
  staticData: { section: 'user' },
})

const profile = createRoute({
  getParentRoute: () => user,
  path: '/profile',
  component: page(() => import('../../pages/user/profile.tsx'), 'ProfilePage'),
})

const password = createRoute({
  getParentRoute: () => user,
  path: '/settings/password',
  component: page(() => import('../../pages/user/password.tsx'), 'PasswordPage'),
})

const storage = createRoute({
  getParentRoute: () => user,
  path: '/settings/storage',
  component: page(() => import('../../pages/user/storage.tsx'), 'StoragePage'),
})

const data = createRoute({
  getParentRoute: () => user,
  path: '/settings/data',
  component: page(() => import('../../pages/user/data.tsx'), 'DataPage'),
})

const toProfile = <const P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => user,
    path,
    beforeLoad: () => {
      throw redirect({ to: '/user/profile', replace: true })
    },
  })

const placeholder = <const P extends string>(
  path: P,
  title: TranslationKey,
  text: TranslationKey,
) =>
  createRoute({
    getParentRoute: () => user,
    path,
    component: placeholderPage,
    staticData: { placeholder: { title, text } },
  })

export const userRoutes = user.addChildren([
  profile,
  toProfile('/'),
  toProfile('/settings'),
  password,
  storage,
  data,
  placeholder('/settings/billing', 'account.billing', 'later.billing'),
])
