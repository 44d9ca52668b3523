export { logosRoutes } from './logos.routes.ts'
export { putLogo, readLogo } from './logos.service.ts'
