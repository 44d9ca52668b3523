export {
  cancelEmailChange,
  changeEmail,
  correctEmail,
  requestEmailChange,
} from './email-changes.service.ts'
export { deleteLinks } from './email-links.repository.ts'
export {
  clearExpiredLinks,
  consumeEmailLink,
  createEmailLink,
  type EmailLink,
  isResendAllowed,
  requireSignedLink,
} from './email-links.service.ts'
export { EmailRequest, unlinkedSignInJob } from './email-verification.job-types.ts'
export { sendVerificationEmailJob, verifyAfterRefusedSignIn } from './email-verification.jobs.ts'
export {
  type EmailRecipient,
  findByEmail,
  findRecipient,
  hasSignedIn,
  markEmailVerified,
} from './email-verification.repository.ts'
export { emailVerificationRoutes } from './email-verification.routes.ts'
export {
  canSignIn,
  queueRefusedSignIn,
  queueUnlinkedSignIn,
  requestVerification,
  requiresVerifiedEmail,
  sendVerification,
} from './email-verification.service.ts'
export { notifyPasswordChanged } from './password-changed.service.ts'
