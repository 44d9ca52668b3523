export { accountDeletionRoutes } from './account-deletion.routes.ts'
export { deleteAccountData } from './delete-data.jobs.ts'
export { resumeDeletions } from './delete-data.service.ts'
export { deleteUnverifiedAccounts } from './unverified-accounts.service.ts'
