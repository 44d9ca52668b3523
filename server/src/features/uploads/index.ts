export { clearStaleUploads } from './uploads.jobs.ts'
export { uploadsRoutes } from './uploads.routes.ts'
