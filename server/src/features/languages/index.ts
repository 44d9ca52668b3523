export { refreshLanguages } from './installed.service.ts'
export { languagesRoutes } from './languages.routes.ts'
