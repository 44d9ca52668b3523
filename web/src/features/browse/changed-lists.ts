import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import type { LiveEvent } from '@coffer/contract/live'
import type { Query, QueryClient } from '@tanstack/react-query'
import { BROWSE } from './browse.api.ts'

export interface Changes {
  /** Folders that hold something else now; null is the user's home. */
  folders: ReadonlySet<string | null>
  /** Items that look different now. */
  items: ReadonlySet<string>
  trash: boolean
}

/** What a few events say together; null when they are about no list. */
export function changesOf(events: readonly LiveEvent[]): Changes | null {
  const folders = events.flatMap(foldersIn)
  const items = events.flatMap(event => (event.type === 'item.changed' ? [event.item_id] : []))
  const trash = events.some(event => event.type === 'trash.changed')
  return folders.length > 0 || trash
    ? { folders: new Set(folders), items: new Set(items), trash }
    : null
}

function foldersIn(event: LiveEvent): (string | null)[] {
  if (event.type === 'folders.changed') return event.folder_ids
  return event.type === 'item.changed' ? [event.parent_id] : []
}

/**
 * Asks again for the lists that show something of it; those that are not looked at are asked for when
 * they are. What is shown stays until the answer comes, and with it the place and the selection.
 */
export const refetchChanged = (queries: QueryClient, changes: Changes): Promise<void> =>
  queries.invalidateQueries({
    queryKey: [BROWSE],
    predicate: query => isConcerned(query, changes),
  })

/** Whether one of these may look different now, be gone, or have come back beside others. */
export const hasChanged = (shown: readonly Item[], { folders, items, trash }: Changes): boolean =>
  trash ||
  shown.some(
    ({ id, attributes }) => items.has(id) || folders.has(id) || folders.has(attributes.parent_id),
  )

function isConcerned({ queryKey, state }: Query, { folders, items, trash }: Changes): boolean {
  const [, place, folder] = queryKey
  // Lists across folders may hold anything; of the trash only it tells when nothing else changed.
  if (place !== 'folders')
    return folders.size > 0 || (trash && (place === 'trash' || place === 'trashed'))
  if (folders.has(folder === 'all' ? null : String(folder))) return true
  const listing = state.data as Listing | undefined
  if (!listing) return false
  const { root, ancestors } = listing.meta
  // The way to the folder may have another name or be gone, and what lies in it may hold more or less.
  const shown = [...(root ? [root] : []), ...ancestors, ...listing.data]
  return shown.some(({ id }) => folders.has(id) || items.has(id))
}
