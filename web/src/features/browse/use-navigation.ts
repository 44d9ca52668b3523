import type { NavigationFolder } from '@coffer/contract/browse'
import { useQuery } from '@tanstack/react-query'
import { navigationQuery } from './browse.api.ts'

const NONE: NavigationFolder[] = []

/** The upper levels of the tree, by group. */
export function useNavigation() {
  const { data, isError } = useQuery(navigationQuery)
  const of = (location: 'files' | 'team-folders') =>
    data?.find(group => group.location === location)?.folders ?? NONE
  return { own: of('files'), team: of('team-folders'), isError }
}
