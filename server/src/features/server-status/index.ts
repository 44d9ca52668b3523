export { type CheckDeps, runServerChecks } from './checks.service.ts'
export {
  clearOldReports,
  countOnlineUsers,
  readTaskRuns,
  storeReport,
} from './processes.service.ts'
export { serverStatusRoutes } from './server-status.routes.ts'
export { countWaitingWork } from './waiting-work.service.ts'
