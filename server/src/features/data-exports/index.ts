export { clearGoneArchives, makeArchive } from './data-exports.jobs.ts'
export { dataArchivesRoutes } from './data-exports.routes.ts'
export { dropArchivesOf, tendArchives } from './delete-exports.service.ts'
