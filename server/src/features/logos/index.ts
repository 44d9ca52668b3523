export { logosRoutes } from './logos.routes.ts'
export { putLogo, readLogo, readPrintedLogo } from './logos.service.ts'
