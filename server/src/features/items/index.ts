export { addFiles } from './add-files.service.ts'
export { type Audience, findAudiences } from './audience.service.ts'
export {
  butFor,
  countIn,
  countWhere,
  type FolderSet,
  inFolder,
} from './bulk-selection.repository.ts'
export { setOf } from './bulk-transfers.service.ts'
export { countVersions } from './contents.repository.ts'
export { addFile, type NewFile, replaceContent } from './contents.service.ts'
export { findCustomer, hasCustomFolders } from './custom-folders.repository.ts'
export { requireDepth, requireDepthToRestore } from './depth.service.ts'
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
export { freeNameIn, leaveParents, placeItems } from './name-conflicts.service.ts'
export {
  endTeam,
  findOwnTeams,
  noteTeams,
  setTeam,
  strayedTo,
  theseIds,
} from './ownership.repository.ts'
export { handOverRows } from './ownership.service.ts'
export { findByPaths } from './paths.service.ts'
export { moveOver } from './replacing.service.ts'
export { putInto } from './transfer-into.service.ts'
export { replacingOf } from './transfer-strategies.service.ts'
export {
  isAnythingLeaving,
  isListed,
  putAwaySome,
  puttingAway,
  takeOut,
  takingOut,
} from './trash-indexes.repository.ts'
export { markTrashed } from './trashing.repository.ts'
export { isNowhere, type Trees, treesSeenBy } from './trees.service.ts'
export { documentNames, favouriteOf, previewKey, shareColumns } from './view-columns.repository.ts'
