export { deleteReleasedBlobs, sweepOrphans } from './blobs.jobs.ts'
