export { authRoutes } from './auth.routes.ts'
export type { ProveIdentity } from './proof.routes.ts'
export {
  actorFromRequest,
  endFormerSession,
  endSessionCookies,
  isSessionLive,
  openSession,
  startSession,
  watchSessions,
} from './sessions.routes.ts'
export {
  clearExpiredSessions,
  endSessionsOf,
  signOutAddress,
  signOutEverybody,
} from './sessions.service.ts'
export { clearUsedCodes } from './two-factor.service.ts'
export { requireTwoFactor, twoFactorDoor } from './two-factor-door.routes.ts'
