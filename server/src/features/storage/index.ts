export { presentStorage } from './storage.presenter.ts'
export { storageRoutes } from './storage.routes.ts'
export { measureStorage } from './storage.service.ts'
