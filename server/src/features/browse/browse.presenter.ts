import { paginate } from '@coffer/contract'
import type { Listing } from '@coffer/contract/browse'
import type { Actor } from '../../actor.ts'
import { type ItemView, isHome, presentAncestors, presentItem } from '../items/index.ts'
import type { FolderPage } from './browse.service.ts'
import type { FlatPageWithPaths } from './flat.service.ts'

/** Presents a page of a folder, or of the trash, which has no folder at its top. */
export function presentListing(
  actor: Actor,
  page: Omit<FolderPage, 'folder'> & { folder: ItemView | null; isCapped?: boolean | undefined },
): Listing {
  const { folder, ancestors, items, total, isCapped } = page
  const team = ancestors.find(({ id, team_id }) => id === team_id)
  return {
    data: items.map(item => presentItem(actor, item)),
    meta: {
      root: folder && !isHome(folder) ? presentItem(actor, folder) : null,
      ancestors: presentAncestors(ancestors),
      paginate: paginate(page.page, total, items.length),
      is_capped: isCapped,
      teamFolder: team ? { data: presentItem(actor, team) } : null,
    },
  }
}

/** Presents a page of a list across folders; each item carries the folders above it. */
export function presentFlat(actor: Actor, { itemsWithPaths, ...page }: FlatPageWithPaths): Listing {
  const ancestors = new Map(
    itemsWithPaths.map(({ item, ancestors }) => [item.id, presentAncestors(ancestors)]),
  )
  const { data, meta } = presentListing(actor, page)
  return {
    data: data.map(item => ({
      ...item,
      meta: { ...item.meta, ancestors: ancestors.get(item.id) },
    })),
    meta,
  }
}
