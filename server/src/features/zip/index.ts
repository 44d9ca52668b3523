export { zipRoutes } from './zip.routes.ts'
export { clearOldSelections } from './zip.service.ts'
