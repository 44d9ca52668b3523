export { authRoutes } from './auth.routes.ts'
export type { RequireReauthentication } from './reauthentication.http.ts'
export {
  actorFromRequest,
  browserOf,
  endFormerSession,
  endSessionCookies,
  isSessionLive,
  openSession,
  sendSession,
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
export { requireTwoFactor, withRequiredTwoFactor } from './with-required-two-factor.http.ts'
