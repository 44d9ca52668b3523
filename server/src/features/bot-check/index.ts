export { botCheckRoutes } from './bot-check.routes.ts'
export { requireHuman } from './bot-check.service.ts'
