export { chooseDatabase, keepDatabase } from './database.service.ts'
export { setupRoutes } from './setup.routes.ts'
export { install, prepareInstallation, requireSetupOpen } from './setup.service.ts'
export { setupSocketRoutes } from './setup-socket.routes.ts'
