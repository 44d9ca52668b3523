export { accountRoutes } from './account.routes.ts'
export { usedPercentage } from './account.rules.ts'
export {
  createAccount,
  insertAccount,
  provisionAccount,
} from './account.service.ts'
export { requireGoodPassword } from './password-choice.service.ts'
export {
  deleteCredentials,
  hasPassword,
  lockPassword,
  setPassword,
} from './passwords.repository.ts'
