import type { NavigationFolder, NavigationLocation } from '@coffer/contract/browse'
import { useQuery } from '@tanstack/react-query'
import { useApiScope } from '../../lib/api-scope.ts'
import { navigationQuery } from './tree.api.ts'

const NONE: NavigationFolder[] = []

/** The upper levels of the tree, by group: the first page of each, and how many there are of all. */
export function useNavigation() {
  const isGuest = useApiScope().guest !== null
  const { data, isError, refetch } = useQuery({ ...navigationQuery, enabled: !isGuest })
  const groupOf = (location: NavigationLocation) => {
    const group = data?.find(one => one.location === location)
    return { location, folders: group?.folders ?? NONE, total: group?.paginate.total ?? 0 }
  }
  const of = (location: NavigationLocation) => groupOf(location).folders
  return {
    own: of('files'),
    team: of('team-folders'),
    shared: of('shared-with-me'),
    groupOf,
    // What was shown before is shown on.
    isError: isError && !data,
    tryAgain: () => void refetch(),
  }
}
