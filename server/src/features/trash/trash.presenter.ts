import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import type { Actor } from '../../actor.ts'
import { presentListing } from '../browse/index.ts'
import { type AccessibleItem, presentAncestors } from '../items/index.ts'
import type { browseTrash } from './trash.service.ts'

/** Presents a page of the trash with the original location of each item. */
export function presentTrash(
  actor: Actor,
  { itemsWithPaths, removedUntil, ...page }: Awaited<ReturnType<typeof browseTrash>>,
): Listing {
  const origins = new Map(itemsWithPaths.map(item => [item.item.id, presentOrigin(item)]))
  const { data, meta } = presentListing(actor, page)
  const withOrigin = (item: Item) => ({
    ...item,
    meta: { ...item.meta, origin: origins.get(item.id) },
  })
  const removed_until = removedUntil === null ? undefined : new Date(removedUntil).toISOString()
  return { data: data.map(withOrigin), meta: { ...meta, removed_until } }
}

const presentOrigin = ({ ancestors }: AccessibleItem) => ({
  ancestors: presentAncestors(ancestors),
  is_there: ancestors[1]?.trashed_at === null,
})
