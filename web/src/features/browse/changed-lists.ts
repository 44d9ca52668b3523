import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import type { LiveEvent } from '@coffer/contract/live'
import type { Query, QueryClient } from '@tanstack/react-query'
import { BROWSE } from './browse.api.ts'

export interface Changes {
  /** Folders whose contents changed; null is the user's home. */
  folders: ReadonlySet<string | null>
  /** Items whose attributes changed. */
  items: ReadonlySet<string>
  trash: boolean
}

/** Combines live events into changes; null when none of them affects a list. */
export function changesOf(events: readonly LiveEvent[]): Changes | null {
  const folders = events.flatMap(changedFoldersOf)
  const items = events.flatMap(event => (event.type === 'item.changed' ? [event.item_id] : []))
  const trash = events.some(event => event.type === 'trash.changed')
  return folders.length > 0 || trash
    ? { folders: new Set(folders), items: new Set(items), trash }
    : null
}

function changedFoldersOf(event: LiveEvent): (string | null)[] {
  if (event.type === 'folders.changed') return event.folder_ids
  return event.type === 'item.changed' ? [event.parent_id] : []
}

/**
 * Invalidates the lists that the changes affect; lists that are not shown are refetched when they
 * are opened. The current rows stay until the response arrives, which preserves scroll position and
 * selection.
 */
export const refetchChanged = (queries: QueryClient, changes: Changes): Promise<void> =>
  queries.invalidateQueries({
    queryKey: [BROWSE],
    predicate: query => isAffected(query, changes),
  })

/** Whether any of the items may have changed, left the list or come back next to others. */
export const hasChanged = (shown: readonly Item[], { folders, items, trash }: Changes): boolean =>
  trash ||
  shown.some(
    ({ id, attributes }) => items.has(id) || folders.has(id) || folders.has(attributes.parent_id),
  )

function isAffected({ queryKey, state }: Query, { folders, items, trash }: Changes): boolean {
  const [, location, folder] = queryKey
  // Lists across folders may hold any item. A change of the trash affects only the trash lists.
  if (location !== 'folders')
    return folders.size > 0 || (trash && (location === 'trash' || location === 'trashed'))
  if (folders.has(folder === 'all' ? null : String(folder))) return true
  const listing = state.data as Listing | undefined
  if (!listing) return false
  const { root, ancestors } = listing.meta
  // A folder above may be renamed or removed, and an item may hold more or less.
  const shown = [...(root ? [root] : []), ...ancestors, ...listing.data]
  return shown.some(({ id }) => folders.has(id) || items.has(id))
}
