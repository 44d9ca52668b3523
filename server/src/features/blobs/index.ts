export { deleteReleasedBlobs, sweepOrphans } from './blobs.jobs.ts'
export { verifyContents } from './verify.service.ts'
