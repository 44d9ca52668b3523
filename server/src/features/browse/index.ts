export { presentBranches, presentListing } from './browse.presenter.ts'
export { SORT_COLUMNS, WORDS } from './browse.repository.ts'
export { browseRoutes } from './browse.routes.ts'
export { browseBranches, browseFolder, type FolderPage } from './browse.service.ts'
