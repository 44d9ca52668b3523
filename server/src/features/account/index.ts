export { accountRoutes } from './account.routes.ts'
export {
  createAccount,
  furnishAccount,
  insertAccount,
} from './account.service.ts'
export { setPassword } from './passwords.repository.ts'
