export { type Addressee, findAddressee, findByAddress, markProven } from './addresses.repository.ts'
export { addressesRoutes } from './addresses.routes.ts'
export {
  clearExpiredLinks,
  issueLink,
  requireOurLink,
  useLink,
} from './letter-links.service.ts'
export { tellPasswordChanged } from './password-changed.service.ts'
export { judgeRefusedSignIn, sendVerificationLetter } from './verification.jobs.ts'
export { AskedLetter, unlinkedJob } from './verification.kind.ts'
export {
  askForVerification,
  demandsMailbox,
  demandsProof,
  mayEnter,
  noteRefusedSignIn,
  noteUnlinked,
  sendVerification,
} from './verification.service.ts'
