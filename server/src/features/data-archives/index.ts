export { dropArchivesOf, tendArchives } from './clearing.service.ts'
export { clearGoneArchives, makeArchive } from './data-archives.jobs.ts'
export { dataArchivesRoutes } from './data-archives.routes.ts'
