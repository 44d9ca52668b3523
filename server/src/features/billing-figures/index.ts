export { billingFiguresRoutes } from './billing-figures.routes.ts'
export { readBilling } from './figures.service.ts'
export { reconcile } from './reconcile.service.ts'
