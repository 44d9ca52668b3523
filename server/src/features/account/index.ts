export { accountRoutes } from './account.routes.ts'
export {
  ADDRESS_TAKEN,
  createAccount,
  furnishAccount,
  insertAccount,
} from './account.service.ts'
