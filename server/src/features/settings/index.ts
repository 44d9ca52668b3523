export { readSettings, writeSettings } from './settings.repository.ts'
export { clientConfigFor, settingsRoutes } from './settings.routes.ts'
export { Settings } from './settings.schema.ts'
export { saveServerAddress } from './settings.service.ts'
