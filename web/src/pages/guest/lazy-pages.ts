import { lazyRouteComponent as page } from '@tanstack/react-router'

/** Pages that few visits open, each in a chunk of its own, named here to keep the first load small. */
export const ContactPage = page(() => import('./contact-us.tsx'), 'ContactPage')
export const CreateNewPasswordPage = page(
  () => import('./create-new-password.tsx'),
  'CreateNewPasswordPage',
)
export const DemoPage = page(() => import('./demo.tsx'), 'DemoPage')
export const ForgottenPasswordPage = page(
  () => import('./forgotten-password.tsx'),
  'ForgottenPasswordPage',
)
export const InvitationPage = page(() => import('./invitation.tsx'), 'InvitationPage')
export const NoticePage = page(() => import('./notice.tsx'), 'NoticePage')
export const SecondFactorPage = page(() => import('./second-factor.tsx'), 'SecondFactorPage')
export const SuccessfullySendPage = page(
  () => import('./successfully-send.tsx'),
  'SuccessfullySendPage',
)
export const SuccessfullyVerifiedPage = page(
  () => import('./successfully-verified.tsx'),
  'SuccessfullyVerifiedPage',
)
export const ShareLockPage = page(() => import('./share-lock.tsx'), 'ShareLockPage')
export const SignUpPage = page(() => import('./sign-up.tsx'), 'SignUpPage')
