export { sendRecoveryLetter } from './recovery.jobs.ts'
export { recoveryRoutes } from './recovery.routes.ts'
export { sendRecovery } from './recovery.service.ts'
