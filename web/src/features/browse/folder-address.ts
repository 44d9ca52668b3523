import type { Item } from '@coffer/contract/items'
import type { ToOptions } from '@tanstack/react-router'
import { useApiScope } from '../../lib/api-scope.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { ADDRESS, type Place } from './browse.api.ts'

/**
 * Where an item stands: one's own among one's files, what a team shares among that. An administrator
 * sees what others have without being let in anywhere.
 */
export function placeOf({ attributes, relationships, meta }: Item, me: string) {
  if (relationships.owner.data?.id === me) return 'folders'
  return attributes.team_id !== null && meta.can.download ? 'shared' : 'all'
}

/** Where a folder is opened, and with null the top. */
export function useFolderAddress(place: Place): (id: string | null) => ToOptions {
  const { addressOf } = useApiScope()
  return id => addressOf?.(id) ?? { to: ADDRESS[place], params: id ? { id } : NO_FOLDER }
}
