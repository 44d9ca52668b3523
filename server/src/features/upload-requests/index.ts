export { endOverdue } from './closing.service.ts'
export { guestUploadRequestsRoutes, registerRequestAccess } from './guest-upload-requests.routes.ts'
export { issueUploadReceipt } from './receipts.jobs.ts'
export {
  deleteReceivedFiles,
  fileRejection,
  findRejections,
  recordReceivedFiles,
  requireRequestCapacity,
  requireRequested,
} from './received-files.service.ts'
export { uploadRequestsRoutes } from './upload-requests.routes.ts'
