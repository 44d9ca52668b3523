export { accountRoutes } from './account.routes.ts'
export { usedPercentage } from './account.rules.ts'
export {
  createAccount,
  furnishAccount,
  insertAccount,
} from './account.service.ts'
export { requireGoodPassword } from './password-choice.service.ts'
export { deleteWaysIn, hasPassword, holdPassword, setPassword } from './passwords.repository.ts'
