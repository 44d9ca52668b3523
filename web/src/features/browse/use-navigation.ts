import type { NavigationFolder, NavigationGroup } from '@coffer/contract/browse'
import { useQuery } from '@tanstack/react-query'
import { useDoor } from '../../lib/door.ts'
import { navigationQuery } from './browse.api.ts'

const NONE: NavigationFolder[] = []

/** The upper levels of the tree, by group. */
export function useNavigation() {
  const isGuest = useDoor().guest !== null
  const { data, isError } = useQuery({ ...navigationQuery, enabled: !isGuest })
  const of = (location: NavigationGroup['location']) =>
    data?.find(group => group.location === location)?.folders ?? NONE
  return {
    own: of('files'),
    team: of('team-folders'),
    shared: of('shared-with-me'),
    isError,
  }
}
