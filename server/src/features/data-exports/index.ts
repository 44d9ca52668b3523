export { createExportJob, deleteExpiredExports } from './data-exports.jobs.ts'
export { dataExportsRoutes } from './data-exports.routes.ts'
export { deleteExportsOf, expireExports } from './delete-exports.service.ts'
