export { checkStorage, isUsable, testStorage } from './check-storage.service.ts'
export { storesRoutes } from './stores.routes.ts'
export { Stores } from './stores.service.ts'
