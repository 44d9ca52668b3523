export { sendPasswordResetJob } from './password-reset.jobs.ts'
export { passwordResetRoutes } from './password-reset.routes.ts'
export { createPasswordLink, passwordLinkOf, sendPasswordReset } from './password-reset.service.ts'
