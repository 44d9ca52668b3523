import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import type { Actor } from '../../actor.ts'
import { presentListing } from '../browse/index.ts'
import { type AccessibleItem, presentAncestors } from '../items/index.ts'
import type { browseTrash } from './trash.service.ts'

/** A page of the trash, with where each item was. */
export function presentTrash(
  actor: Actor,
  { found, ...page }: Awaited<ReturnType<typeof browseTrash>>,
): Listing {
  const origins = new Map(found.map(one => [one.item.id, presentOrigin(one)]))
  const { data, meta } = presentListing(actor, page)
  const withOrigin = (item: Item) => ({
    ...item,
    meta: { ...item.meta, origin: origins.get(item.id) },
  })
  return { data: data.map(withOrigin), meta }
}

const presentOrigin = ({ ancestors }: AccessibleItem) => ({
  ancestors: presentAncestors(ancestors),
  is_there: ancestors[1]?.trashed_at === null,
})
