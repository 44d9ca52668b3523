export { indexWaiting } from './indexing.service.ts'
export { readTextJob, spreadTextsJob } from './search.jobs.ts'
export { searchRoutes } from './search.routes.ts'
