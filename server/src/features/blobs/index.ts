export { deleteReleasedBlobs, sweepOrphans } from './blobs.jobs.ts'
export { countFaulty, findFaultyFiles } from './verify.repository.ts'
export { requireUndamaged, verifyContent, verifyContents } from './verify.service.ts'
