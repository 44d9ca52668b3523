import { createRoute, notFound, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { LEGAL_PAGES } from '../../pages/guest/legal-pages.ts'
import { requireGuest, requireHomepage, requireSecondFactorDue } from '../guards.ts'
import { root } from './root.ts'

/** Spec §2, account entry: the form beside the evening sky. */
const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: page(() => import('../layouts/auth-layout.tsx'), 'AuthLayout'),
})

const texts =
  <const K extends string>(...keys: readonly K[]) =>
  (search: Record<string, unknown>): Partial<Record<K, string>> =>
    Object.fromEntries(
      keys.flatMap(key => {
        const value = search[key]
        return typeof value === 'string' ? [[key, value]] : []
      }),
    ) as Partial<Record<K, string>>

/** Where somebody wants to go, with which address he comes, and what an invitation's letter says of it. */
const wish = texts('redirect', 'email', 'invitation', 'token')
/** From a letter. */
const withToken = texts('token')

const signIn = createRoute({
  getParentRoute: () => entry,
  path: '/sign-in',
  validateSearch: texts('redirect', 'email', 'social', 'step'),
  beforeLoad: requireGuest,
  component: page(() => import('../../pages/guest/sign-in.tsx'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => entry,
  path: '/sign-up',
  validateSearch: wish,
  beforeLoad: requireGuest,
  component: page(() => import('../../pages/guest/sign-up.tsx'), 'SignUpPage'),
})

const secondFactor = createRoute({
  getParentRoute: () => entry,
  path: '/second-factor',
  validateSearch: texts('redirect'),
  beforeLoad: requireSecondFactorDue,
  component: page(() => import('../../pages/guest/second-factor.tsx'), 'SecondFactorPage'),
})

const forgottenPassword = createRoute({
  getParentRoute: () => entry,
  path: '/forgotten-password',
  validateSearch: texts('email'),
  component: page(
    () => import('../../pages/guest/forgotten-password.tsx'),
    'ForgottenPasswordPage',
  ),
})

const createNewPassword = createRoute({
  getParentRoute: () => entry,
  path: '/create-new-password',
  validateSearch: withToken,
  component: page(
    () => import('../../pages/guest/create-new-password.tsx'),
    'CreateNewPasswordPage',
  ),
})

const successfullySend = createRoute({
  getParentRoute: () => entry,
  path: '/successfully-send',
  validateSearch: texts('purpose', 'email'),
  component: page(() => import('../../pages/guest/successfully-send.tsx'), 'SuccessfullySendPage'),
})

const successfullyVerified = createRoute({
  getParentRoute: () => entry,
  path: '/successfully-verified',
  validateSearch: withToken,
  // Without a token nothing was verified.
  beforeLoad: ({ search }) => {
    if (search.token === undefined) throw notFound()
  },
  component: page(
    () => import('../../pages/guest/successfully-verified.tsx'),
    'SuccessfullyVerifiedPage',
  ),
})

/** Pages for anyone, under a plain head. */
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: page(() => import('../layouts/public-layout.tsx'), 'PublicLayout'),
})

const home = createRoute({
  getParentRoute: () => open,
  path: '/',
  beforeLoad: requireHomepage,
  component: page(() => import('../../pages/guest/home.tsx'), 'HomePage'),
})

const note = page(() => import('../../pages/guest/notice.tsx'), 'NoticePage')
const notePage = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => open, path, component: note })

const contact = createRoute({
  getParentRoute: () => open,
  path: '/contact-us',
  component: page(() => import('../../pages/guest/contact-us.tsx'), 'ContactPage'),
})

const notes = [
  notePage('/demo'),
  notePage('/temporary-unavailable'),
  notePage('/account-deleted'),
] as const

const slug = createRoute({
  getParentRoute: () => open,
  path: '/page/$slug',
  beforeLoad: ({ params }) => {
    if (!LEGAL_PAGES.has(params.slug)) throw notFound()
  },
  component: page(() => import('../../pages/guest/legal.tsx'), 'LegalPage'),
})

/** A link: what it leads to decides which of its pages is shown. */
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
  getParentRoute: () => open,
  path: '/team-folder-invitation/$id',
  validateSearch: texts('token'),
  component: page(() => import('../../pages/guest/invitation.tsx'), 'InvitationPage'),
})

/** The page of a request: its files scroll below its head. */
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
  entry.addChildren([
    signIn,
    secondFactor,
    signUp,
    forgottenPassword,
    createNewPassword,
    successfullySend,
    successfullyVerified,
  ]),
  open.addChildren([home, contact, ...notes, slug, invitation]),
  request.addChildren([requestUpload]),
  share.addChildren([shareIndex, sharedFolder, sharedFile, shareLock]),
  install,
] as const
