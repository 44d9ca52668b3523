export { presentPublicPage } from './pages.presenter.ts'
export { pagesRoutes } from './pages.routes.ts'
export { textFor } from './pages.rules.ts'
export { listFooterPages, readPublicPage } from './pages.service.ts'
