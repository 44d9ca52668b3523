export { sendPasswordResetJob } from './password-reset.jobs.ts'
export { passwordResetRoutes } from './password-reset.routes.ts'
export { createPasswordResetUrl, sendPasswordReset } from './password-reset.service.ts'
