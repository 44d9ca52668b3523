export { commitFile, requireTargetFolder } from './commit-file.service.ts'
export { receiveSingleFile } from './single-file.service.ts'
export { UploadLeases } from './upload-leases.ts'
export {
  limitOf,
  requireAllowedContent,
  requireAllowedName,
  tooLarge,
} from './upload-policy.service.ts'
export { clearStaleUploads, dropUploadsOf, endUploads } from './uploads.jobs.ts'
export { uploadsRoutes } from './uploads.routes.ts'
