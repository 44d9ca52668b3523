export { passwordsRoutes } from './passwords.routes.ts'
export { replacePassword } from './passwords.service.ts'
