import { paginate } from '@coffer/contract'
import type { Listing } from '@coffer/contract/browse'
import type { Actor } from '../../actor.ts'
import { type ItemView, isHome, presentAncestors, presentItem } from '../items/index.ts'
import type { FolderPage } from './browse.service.ts'
import type { FlatPageWithPaths } from './flat.service.ts'

/** Also the shape of the trash, whose top is no folder. */
export function presentListing(
  actor: Actor,
  page: Omit<FolderPage, 'folder'> & { folder: ItemView | null },
): Listing {
  const { folder, ancestors, items, total } = page
  const team = ancestors.find(({ id, team_id }) => id === team_id)
  return {
    data: items.map(item => presentItem(actor, item)),
    meta: {
      root: folder && !isHome(folder) ? presentItem(actor, folder) : null,
      ancestors: presentAncestors(ancestors),
      paginate: paginate(page.page, total, items.length),
      teamFolder: team ? { data: presentItem(actor, team) } : null,
    },
  }
}

/** A page of a list across folders, in which each item says where it is. */
export function presentFlat(actor: Actor, { found, ...page }: FlatPageWithPaths): Listing {
  const ancestors = new Map(
    found.map(({ item, ancestors }) => [item.id, presentAncestors(ancestors)]),
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
