export {
  countExactly,
  countMatches,
  foldCounts,
  matchingIds,
  readIdsAfter,
  readUserIds,
  sumStorage,
  type UserPosition,
} from './directory.repository.ts'
export { insertDirectoryEntry, updateDirectoryEntry } from './directory-entries.repository.ts'
export { type DirectoryFilter, directoryFilter } from './directory-filter.ts'
export { presentOwner, presentPerson } from './people.presenter.ts'
export { requireUser } from './require-user.ts'
