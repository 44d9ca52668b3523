export { healthRoutes } from './health.routes.ts'
export { createHealthCheck, createReadyCheck } from './health.service.ts'
