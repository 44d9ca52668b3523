export { deleteReleasedBlobs, sweepOrphans } from './blobs.jobs.ts'
export { RELEASED_WITH_ACCOUNT } from './blobs.repository.ts'
export { countFaulty, findFaultyFiles } from './verify.repository.ts'
export { verifyContent, verifyContents } from './verify.service.ts'
