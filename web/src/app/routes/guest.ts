import { createRoute, notFound, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { config } from '../../lib/config.ts'
import {
  leaveForServerPage,
  requireGuest,
  requireHomepage,
  requireSecondFactorDue,
} from '../guards.ts'
import { listedPage } from './listed-page.ts'
import { root } from './root.ts'

const seldomPages = () => import('../../pages/guest/lazy-pages.ts')

/** Account pages: the form beside the illustration. */
const accountEntry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: page(() => import('../layouts/auth-layout.tsx'), 'AuthLayout'),
})

const textParams =
  <const K extends string>(...keys: readonly K[]) =>
  (search: Record<string, unknown>): Partial<Record<K, string>> =>
    Object.fromEntries(
      keys.flatMap(key => {
        const value = search[key]
        return typeof value === 'string' ? [[key, value]] : []
      }),
    ) as Partial<Record<K, string>>

/**
 * Where to go after signing up, the email to fill in, and the parameters of an invitation email.
 */
const signUpSearch = textParams('redirect', 'email', 'invitation', 'token')
/** The token of an email link. */
const withToken = textParams('token')

const signIn = createRoute({
  getParentRoute: () => accountEntry,
  path: '/sign-in',
  validateSearch: textParams('redirect', 'email', 'social', 'step'),
  beforeLoad: requireGuest,
  component: page(() => import('../../pages/guest/sign-in.tsx'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => accountEntry,
  path: '/sign-up',
  validateSearch: signUpSearch,
  beforeLoad: requireGuest,
  component: listedPage(seldomPages, 'SignUpPage'),
})

const secondFactor = createRoute({
  getParentRoute: () => accountEntry,
  path: '/second-factor',
  validateSearch: textParams('redirect'),
  beforeLoad: requireSecondFactorDue,
  component: listedPage(seldomPages, 'SecondFactorPage'),
})

const forgottenPassword = createRoute({
  getParentRoute: () => accountEntry,
  path: '/forgotten-password',
  validateSearch: textParams('email'),
  component: listedPage(seldomPages, 'ForgottenPasswordPage'),
})

const createNewPassword = createRoute({
  getParentRoute: () => accountEntry,
  path: '/create-new-password',
  validateSearch: withToken,
  component: listedPage(seldomPages, 'CreateNewPasswordPage'),
})

const successfullySend = createRoute({
  getParentRoute: () => accountEntry,
  path: '/successfully-send',
  validateSearch: textParams('purpose', 'email'),
  component: listedPage(seldomPages, 'SuccessfullySendPage'),
})

const successfullyVerified = createRoute({
  getParentRoute: () => accountEntry,
  path: '/successfully-verified',
  validateSearch: withToken,
  component: listedPage(seldomPages, 'SuccessfullyVerifiedPage'),
})

/** Public pages. */
const publicPages = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: page(() => import('../layouts/public-layout.tsx'), 'PublicLayout'),
})

const home = createRoute({
  getParentRoute: () => publicPages,
  path: '/',
  beforeLoad: requireHomepage,
})

const NoticePage = listedPage(seldomPages, 'NoticePage')
const noticePage = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => publicPages, path, component: NoticePage })

const contact = createRoute({
  getParentRoute: () => publicPages,
  path: '/contact-us',
  component: listedPage(seldomPages, 'ContactPage'),
})

const demo = createRoute({
  getParentRoute: () => publicPages,
  path: '/demo',
  beforeLoad: () => {
    if (!config().isDemo) throw notFound()
  },
  component: listedPage(seldomPages, 'DemoPage'),
})

const notices = [noticePage('/temporary-unavailable'), noticePage('/account-deleted')] as const

/** Rendered by the server. */
const slug = createRoute({
  getParentRoute: () => publicPages,
  path: '/page/$slug',
  beforeLoad: leaveForServerPage,
})

/** A share; the type of its item decides which page is shown. */
const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  component: page(() => import('../layouts/share-layout.tsx'), 'ShareLayout'),
})

const shareIndex = createRoute({ getParentRoute: () => share, path: '/', component: () => null })

const sharedFolder = createRoute({
  getParentRoute: () => share,
  path: '/files/{-$id}',
  component: page(() => import('../../pages/guest/shared-folder.tsx'), 'SharedFolderPage'),
})

const sharedFile = createRoute({
  getParentRoute: () => share,
  path: '/file',
  component: page(() => import('../../pages/guest/shared-file.tsx'), 'SharedFilePage'),
})

const shareLock = createRoute({
  getParentRoute: () => share,
  path: '/authenticate',
  validateSearch: ({ folder }: Record<string, unknown>): { folder?: string } =>
    typeof folder === 'string' ? { folder } : {},
  component: listedPage(seldomPages, 'ShareLockPage'),
})

const invitation = createRoute({
  getParentRoute: () => publicPages,
  path: '/team-folder-invitation/$id',
  validateSearch: textParams('token'),
  component: listedPage(seldomPages, 'InvitationPage'),
})

/** The page of an upload request. */
const request = createRoute({
  getParentRoute: () => root,
  id: 'request',
  component: page(() => import('../layouts/request-layout.tsx'), 'RequestLayout'),
})

const requestUpload = createRoute({
  getParentRoute: () => request,
  path: '/request/$token/upload/{-$id}',
  component: page(() => import('../../pages/guest/upload-request.tsx'), 'RequestUploadPage'),
})

const install = createRoute({
  getParentRoute: () => root,
  path: '/install',
  beforeLoad: () => {
    throw redirect({ to: '/setup-wizard/status-check', replace: true })
  },
})

export const guestRoutes = [
  accountEntry.addChildren([
    signIn,
    secondFactor,
    signUp,
    forgottenPassword,
    createNewPassword,
    successfullySend,
    successfullyVerified,
  ]),
  publicPages.addChildren([home, contact, demo, ...notices, slug, invitation]),
  request.addChildren([requestUpload]),
  share.addChildren([shareIndex, sharedFolder, sharedFile, shareLock]),
  install,
] as const
