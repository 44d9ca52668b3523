export { resumeEmptyings } from './empty-trash.service.ts'
export { emptyLargeTrash } from './trash.jobs.ts'
export { trashRoutes } from './trash.routes.ts'
export { purgeTrash } from './trash.service.ts'
