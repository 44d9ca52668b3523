export { makePreviewJob, queuePreviewsJob } from './previews.jobs.ts'
export { thumbnailOf } from './previews.rules.ts'
export { findExif, queueMissingPreviews, queuePreviews, readThumbnail } from './previews.service.ts'
