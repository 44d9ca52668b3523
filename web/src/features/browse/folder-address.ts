import type { Item } from '@coffer/contract/items'
import type { ToOptions } from '@tanstack/react-router'
import { useApiScope } from '../../lib/api-scope.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { ADDRESS, type LocationKind } from './browse.api.ts'

/**
 * Returns the location that shows an item: Files for the user's own items, Shared with me for team
 * folders they can access, otherwise All files (administrators see items without having access).
 */
export function placeOf({ attributes, relationships, meta }: Item, me: string) {
  if (relationships.owner.data?.id === me) return 'folders'
  return attributes.team_id !== null && meta.can.download ? 'shared' : 'all'
}

/** Returns a function from a folder id to its link; null is the top. */
export function useFolderAddress(location: LocationKind): (id: string | null) => ToOptions {
  const { addressOf } = useApiScope()
  return id => addressOf?.(id) ?? { to: ADDRESS[location], params: id ? { id } : NO_FOLDER }
}
