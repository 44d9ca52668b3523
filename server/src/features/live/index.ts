export { ChangeFeed } from './changes.service.ts'
export { liveRoutes } from './live.routes.ts'
