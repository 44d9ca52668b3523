export { authRoutes } from './auth.routes.ts'
export type { ProveIdentity } from './reauthentication.http.ts'
export {
  actorFromRequest,
  browserOf,
  endFormerSession,
  endSessionCookies,
  isSessionLive,
  openSession,
  sendSession,
  startSession,
  watchSessions,
} from './sessions.routes.ts'
export {
  type Browser,
  beginSession,
  clearExpiredSessions,
  endSessionsOf,
  requireSession,
  signOutAddress,
  signOutEverybody,
} from './sessions.service.ts'
export { clearUsedCodes } from './two-factor.service.ts'
export { requireTwoFactor, twoFactorDoor } from './with-required-two-factor.http.ts'
