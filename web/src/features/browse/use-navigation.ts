import type { NavigationFolder, NavigationLocation } from '@coffer/contract/browse'
import { useQuery } from '@tanstack/react-query'
import { useApiScope } from '../../lib/api-scope.ts'
import { navigationQuery } from './tree.api.ts'

const NONE: NavigationFolder[] = []

/** The upper levels of the tree by group: the first page of each group and its total. */
export function useNavigation() {
  const isGuest = useApiScope().guest !== null
  const { data, isError, isLoading, refetch } = useQuery({ ...navigationQuery, enabled: !isGuest })
  const groupOf = (location: NavigationLocation) => {
    const group = data?.find(candidate => candidate.location === location)
    return { location, folders: group?.folders ?? NONE, total: group?.paginate.total ?? 0 }
  }
  const foldersOf = (location: NavigationLocation) => groupOf(location).folders
  return {
    own: foldersOf('files'),
    team: foldersOf('team-folders'),
    shared: foldersOf('shared-with-me'),
    groupOf,
    isLoading,
    // Loaded folders stay visible after an error.
    isError: isError && !data,
    tryAgain: () => void refetch(),
  }
}
