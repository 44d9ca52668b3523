export { presentListing } from './browse.presenter.ts'
export { browseRoutes } from './browse.routes.ts'
