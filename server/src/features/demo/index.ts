export { demoRoutes } from './demo.routes.ts'
export { removeExpiredDemos } from './demo.service.ts'
