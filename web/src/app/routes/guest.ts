import { createRoute, notFound, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { LEGAL_PAGES } from '../../pages/guest/legal-pages.ts'
import { requireGuest, requireHomepage, requireSecondFactorDue } from '../guards.ts'
import { root } from './root.ts'

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
  component: page(() => import('../../pages/guest/sign-up.tsx'), 'SignUpPage'),
})

const secondFactor = createRoute({
  getParentRoute: () => accountEntry,
  path: '/second-factor',
  validateSearch: textParams('redirect'),
  beforeLoad: requireSecondFactorDue,
  component: page(() => import('../../pages/guest/second-factor.tsx'), 'SecondFactorPage'),
})

const forgottenPassword = createRoute({
  getParentRoute: () => accountEntry,
  path: '/forgotten-password',
  validateSearch: textParams('email'),
  component: page(
    () => import('../../pages/guest/forgotten-password.tsx'),
    'ForgottenPasswordPage',
  ),
})

const createNewPassword = createRoute({
  getParentRoute: () => accountEntry,
  path: '/create-new-password',
  validateSearch: withToken,
  component: page(
    () => import('../../pages/guest/create-new-password.tsx'),
    'CreateNewPasswordPage',
  ),
})

const successfullySend = createRoute({
  getParentRoute: () => accountEntry,
  path: '/successfully-send',
  validateSearch: textParams('purpose', 'email'),
  component: page(() => import('../../pages/guest/successfully-send.tsx'), 'SuccessfullySendPage'),
})

const successfullyVerified = createRoute({
  getParentRoute: () => accountEntry,
  path: '/successfully-verified',
  validateSearch: withToken,
  // Without a token there is nothing to verify.
  beforeLoad: ({ search }) => {
    if (search.token === undefined) throw notFound()
  },
  component: page(
    () => import('../../pages/guest/successfully-verified.tsx'),
    'SuccessfullyVerifiedPage',
  ),
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
  component: page(() => import('../../pages/guest/home.tsx'), 'HomePage'),
})

const NoticePage = page(() => import('../../pages/guest/notice.tsx'), 'NoticePage')
const noticePage = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => publicPages, path, component: NoticePage })

const contact = createRoute({
  getParentRoute: () => publicPages,
  path: '/contact-us',
  component: page(() => import('../../pages/guest/contact-us.tsx'), 'ContactPage'),
})

const notices = [
  noticePage('/demo'),
  noticePage('/temporary-unavailable'),
  noticePage('/account-deleted'),
] as const

const slug = createRoute({
  getParentRoute: () => publicPages,
  path: '/page/$slug',
  beforeLoad: ({ params }) => {
    if (!LEGAL_PAGES.has(params.slug)) throw notFound()
  },
  component: page(() => import('../../pages/guest/legal.tsx'), 'LegalPage'),
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
  component: page(() => import('../../pages/guest/share-lock.tsx'), 'ShareLockPage'),
})

const invitation = createRoute({
  getParentRoute: () => publicPages,
  path: '/team-folder-invitation/$id',
  validateSearch: textParams('token'),
  component: page(() => import('../../pages/guest/invitation.tsx'), 'InvitationPage'),
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
  publicPages.addChildren([home, contact, ...notices, slug, invitation]),
  request.addChildren([requestUpload]),
  share.addChildren([shareIndex, sharedFolder, sharedFile, shareLock]),
  install,
] as const
