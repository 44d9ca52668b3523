export { findVersion } from './versions.repository.ts'
export { versionsRoutes } from './versions.routes.ts'
