export {
  forgetArrivals,
  noteArrivals,
  refusalsOf,
  requireRequestRoom,
  requireWanted,
} from './arrivals.service.ts'
export { endOverdue } from './closing.service.ts'
export { requestDoor, requestGuestsRoutes } from './guests.routes.ts'
export { issueUploadReceipt } from './receipts.jobs.ts'
export { uploadRequestsRoutes } from './upload-requests.routes.ts'
