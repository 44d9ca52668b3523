export { spendingRoutes } from './spending.routes.ts'
export { checkSpending } from './spending.service.ts'
