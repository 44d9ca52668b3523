export { setupRoutes } from './setup.routes.ts'
export { prepareInstallation, requireSetupOpen } from './setup.service.ts'
