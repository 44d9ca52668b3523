export { indexQueuedItems } from './indexing.service.ts'
export { queueTextsJob, readTextJob } from './search.jobs.ts'
export { searchRoutes } from './search.routes.ts'
export { refreshTokens } from './texts.service.ts'
