import { paginate } from '@coffer/contract'
import type { Listing } from '@coffer/contract/browse'
import type { Actor } from '../../actor.ts'
import { type ItemView, isHome, presentAncestors, presentItem } from '../items/index.ts'
import type { FolderPage } from './browse.service.ts'

/** Also the shape of the trash, whose top is no folder. */
export function presentListing(
  actor: Actor,
  page: Omit<FolderPage, 'folder'> & { folder: ItemView | null },
): Listing {
  const { folder, line, items, total } = page
  const team = line.find(({ id, team_id }) => id === team_id)
  return {
    data: items.map(item => presentItem(actor, item)),
    meta: {
      root: folder && !isHome(folder) ? presentItem(actor, folder) : null,
      ancestors: presentAncestors(line),
      paginate: paginate(page.page, total, items.length),
      teamFolder: team ? { data: presentItem(actor, team) } : null,
    },
  }
}
