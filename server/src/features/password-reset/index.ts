export { sendRecoveryLetter } from './password-reset.jobs.ts'
export { recoveryRoutes } from './password-reset.routes.ts'
export { sendRecovery } from './password-reset.service.ts'
