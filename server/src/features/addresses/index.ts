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
export { AskedLetter } from './verification.kind.ts'
export {
  demandsMailbox,
  demandsProof,
  mayEnter,
  noteRefusedSignIn,
  sendVerification,
  verifyNewcomer,
} from './verification.service.ts'
