export {
  clearExpiredLinks,
  issueLink,
  requireOurLink,
  useLink,
} from './email-links.service.ts'
export { AskedLetter, unlinkedJob } from './email-verification.job-types.ts'
export { judgeRefusedSignIn, sendVerificationLetter } from './email-verification.jobs.ts'
export {
  type Addressee,
  findAddressee,
  findByAddress,
  markProven,
} from './email-verification.repository.ts'
export { addressesRoutes } from './email-verification.routes.ts'
export {
  askForVerification,
  demandsMailbox,
  demandsProof,
  mayEnter,
  noteRefusedSignIn,
  noteUnlinked,
  sendVerification,
} from './email-verification.service.ts'
export { tellPasswordChanged } from './password-changed.service.ts'
