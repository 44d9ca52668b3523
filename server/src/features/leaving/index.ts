export { clearAccount } from './clearing.jobs.ts'
export { resumeClearing } from './clearing.service.ts'
export { leavingRoutes } from './leaving.routes.ts'
export { removeUnproven } from './unproven.service.ts'
