export { ChangeFeed } from './change-feed.ts'
export { liveRoutes } from './live.routes.ts'
