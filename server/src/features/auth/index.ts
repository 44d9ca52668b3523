export { authRoutes } from './auth.routes.ts'
export {
  actorFromRequest,
  isSessionLive,
  openSession,
  startSession,
  watchSessions,
} from './sessions.routes.ts'
export { clearExpiredSessions } from './sessions.service.ts'
