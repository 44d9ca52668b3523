export { leavingRoutes } from './account-deletion.routes.ts'
export { clearAccount } from './delete-data.jobs.ts'
export { resumeClearing } from './delete-data.service.ts'
export { removeUnproven } from './unverified-accounts.service.ts'
