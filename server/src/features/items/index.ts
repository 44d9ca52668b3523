export { addFiles } from './add-files.service.ts'
export { type Audience, findAudiences } from './audience.service.ts'
export { countVersions } from './contents.repository.ts'
export { addFile, type NewFile, replaceContent } from './contents.service.ts'
export { findCustomer, hasCustomFolders } from './custom-folders.repository.ts'
export { requireDepth, requireDepthToRestore } from './depth.service.ts'
export {
  endTeam,
  findOwnTeams,
  noteTeams,
  setTeam,
  strayedTo,
  theseIds,
} from './handing-over.repository.ts'
export { handOverRows } from './handing-over.service.ts'
export { insertHome } from './homes.service.ts'
export {
  type Found,
  findVisible,
  holdFolder,
  holdItem,
  holdItems,
  homeOf,
  hostOf,
  requireChildren,
  requireFolder,
  requireItem,
  requireItems,
  requireSeenFolder,
} from './items.access.ts'
export { presentAncestors, presentItem } from './items.presenter.ts'
export {
  addToCounts,
  findNamesakes,
  type ItemView,
  type LineView,
  requireView,
  selectItemViews,
} from './items.repository.ts'
export { itemsRoutes } from './items.routes.ts'
export { abilitiesWithin, isHome, mayLeave } from './items.rules.ts'
export { makeFolder, renameItem } from './items.service.ts'
export { findByPaths } from './paths.service.ts'
export { freeNameIn, leaveParents, placeItems } from './placing.service.ts'
export {
  isAnythingLeaving,
  isListed,
  putAwaySome,
  puttingAway,
  takeOut,
  takingOut,
} from './put-away.repository.ts'
export { putInto } from './putting.service.ts'
export { moveOver } from './replacing.service.ts'
export { replacingOf } from './transfer-ways.service.ts'
export { markTrashed } from './trashing.repository.ts'
export { isNowhere, type Trees, treesSeenBy } from './trees.service.ts'
export { documentNames, favouriteOf, previewKey, shareColumns } from './view-columns.repository.ts'
export { butFor, countIn, countWhere, type FolderSet, inFolder } from './whole-sets.repository.ts'
export { setOf } from './whole-transfers.service.ts'
