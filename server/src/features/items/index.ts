export { addFiles } from './add-files.service.ts'
export { type Audience, findAudiences, findOwnerAudiences } from './audience.service.ts'
export {
  type BulkFilter,
  countIn,
  countWhere,
  excluding,
  inFolder,
  selectIds,
} from './bulk-selection.repository.ts'
export { bulkFilterOf } from './bulk-transfers.service.ts'
export { countVersions } from './contents.repository.ts'
export { addFile, type NewFile, replaceContent } from './contents.service.ts'
export { findCustomer, hasCustomFolders } from './custom-folders.repository.ts'
export { requireDepth, requireDepthToRestore } from './depth.service.ts'
export { foldersBelow } from './folders-below.repository.ts'
export { insertHome } from './homes.service.ts'
export {
  type AccessibleItem,
  findVisible,
  lockFolder,
  lockItem,
  lockItems,
  requireChildren,
  requireFolder,
  requireItem,
  requireItems,
  requireReadableFolder,
  rootFolderId,
  rootOwnerId,
} from './items.access.ts'
export { presentAncestors, presentItem } from './items.presenter.ts'
export {
  addToCounts,
  findNamesakes,
  type ItemView,
  type ItemWithAncestors,
  renameTrashed,
  requireView,
  selectItemViews,
} from './items.repository.ts'
export { itemsRoutes } from './items.routes.ts'
export { abilitiesWithin, canAdministerTrash, canLeaveTeam, isHome } from './items.rules.ts'
export { makeFolder, renameItem } from './items.service.ts'
export { measureLiveItems, transferLiveItems } from './live-items.service.ts'
export { numberNames, placeItems, subtractFromParents } from './name-conflicts.service.ts'
export { numberedIds } from './numbered-ids.repository.ts'
export {
  endTeam,
  findOwnTeams,
  findRestoredOutsideTeam,
  type ItemCondition,
  idsIn,
  recordTeamChanges,
  setTeam,
} from './ownership.repository.ts'
export { transferOwnershipOfRows } from './ownership.service.ts'
export { findByPaths } from './paths.service.ts'
export { replaceByMove } from './replacing.service.ts'
export { transferInto } from './transfer-into.service.ts'
export { replacementContext } from './transfer-strategies.service.ts'
export {
  addToIndexes,
  hasPendingRemovals,
  isListed,
  removeSomeFromIndexes,
  restoredColumns,
} from './trash-indexes.repository.ts'
export { markTrashed, markTreesTrashed } from './trashing.repository.ts'
export { hasFilters, isEmptyScope, searchableTrees, type Trees } from './trees.service.ts'
export { documentNames, favouriteOf, previewKey, shareColumns } from './view-columns.repository.ts'
