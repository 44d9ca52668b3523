export { homepageRoutes, type PublicTemplate, publicPages } from './homepage.routes.ts'
