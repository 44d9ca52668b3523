export { CHARGE_NOTICE, recordFiring } from './spending.repository.ts'
export { spendingRoutes } from './spending.routes.ts'
export { checkSpending } from './spending.service.ts'
