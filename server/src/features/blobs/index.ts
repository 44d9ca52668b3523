export { deleteReleasedBlobs, sweepOrphans } from './blobs.jobs.ts'
export { verifyContent, verifyContents } from './verify.service.ts'
