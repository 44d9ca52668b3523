export { findTimeZone, ownAppearance, renameUser, signInMethods } from './account.repository.ts'
export { accountRoutes } from './account.routes.ts'
export {
  isOnlyAdministrator,
  joinName,
  requireNotLastAdministrator,
  usedPercentage,
} from './account.rules.ts'
export {
  createAccount,
  insertAccount,
  provisionAccount,
} from './account.service.ts'
export { countAdministrators, lockAdministrators } from './administrators.repository.ts'
export { requireGoodPassword } from './password-choice.service.ts'
export {
  deleteCredentials,
  hasPassword,
  removeTwoFactor,
  setPassword,
} from './passwords.repository.ts'
