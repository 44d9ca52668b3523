export { downloadsRoutes } from './downloads.routes.ts'
export { rangeOf, rangeStillFits } from './downloads.rules.ts'
export { thumbnailsRoutes } from './thumbnails.routes.ts'
