export { favouritesRoutes } from './favourites.routes.ts'
export { listFavourites } from './favourites.service.ts'
