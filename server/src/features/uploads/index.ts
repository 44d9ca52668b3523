export {
  limitOf,
  requireAdmissible,
  requireAllowedContent,
  tooLarge,
} from './admission.service.ts'
export { commitFile, requirePlace } from './commit-file.service.ts'
export { clearStaleUploads, dropUploadsOf, endUploads } from './uploads.jobs.ts'
export { uploadsRoutes } from './uploads.routes.ts'
