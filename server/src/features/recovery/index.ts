export { sendRecoveryLetter } from './recovery.jobs.ts'
export { recoveryRoutes } from './recovery.routes.ts'
