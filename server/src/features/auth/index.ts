export { authRoutes } from './auth.routes.ts'
export { presentPasskey } from './passkeys.presenter.ts'
export { deletePasskey, listPasskeys as listPasskeysOf } from './passkeys.repository.ts'
export type { RequireReauthentication } from './reauthentication.http.ts'
export { findPasswordHash } from './reauthentication.repository.ts'
export { recordRefusedSignInJob } from './refused-sign-ins.jobs.ts'
export { requireRecentAuthentication } from './sensitive-calls.http.ts'
export {
  actorFromRequest,
  browserOf,
  endFormerSession,
  endSessionCookies,
  openSession,
  sendSession,
  sessionChecks,
  startSession,
  watchRevokedSessions,
} from './sessions.routes.ts'
export {
  type Browser,
  beginSession,
  clearExpiredSessions,
  endSessionsOf,
  requireSession,
  signOutAll,
  signOutEmail,
} from './sessions.service.ts'
export { clearUsedCodes } from './two-factor.service.ts'
export { encryptTwoFactorKeys } from './two-factor-keys.service.ts'
export { requireTwoFactor, withRequiredTwoFactor } from './with-required-two-factor.http.ts'
