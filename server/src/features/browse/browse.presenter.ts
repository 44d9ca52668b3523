import { type Locale, paginate } from '@coffer/contract'
import type {
  Listing,
  NavigationFolder,
  NavigationGroup,
  NavigationLeaf,
} from '@coffer/contract/browse'
import type { Actor } from '../../actor.ts'
import { translate } from '../../lib/translate.ts'
import {
  abilitiesWithin,
  type ItemView,
  isHome,
  presentAncestors,
  presentItem,
} from '../items/index.ts'
import type { FolderNode } from './browse.repository.ts'
import type { Branch, FolderPage, Navigation } from './browse.service.ts'

/** Also the shape of the trash, whose top is no folder. */
export function presentListing(
  actor: Actor,
  page: Omit<FolderPage, 'folder'> & { folder: ItemView | null },
): Listing {
  const { folder, line, items, total } = page
  return {
    data: items.map(item => presentItem(actor, item)),
    meta: {
      root: folder && !isHome(folder) ? presentItem(actor, folder) : null,
      ancestors: presentAncestors(line),
      paginate: paginate(page.page, total, items.length),
      teamFolder: null,
    },
  }
}

const presentLeaf = (node: FolderNode): NavigationLeaf => ({
  id: node.id,
  parent_id: node.parent_id === node.owner_id ? null : node.parent_id,
  name: node.name,
  emoji: node.emoji,
  color: node.color,
  items: node.folder_count + node.file_count,
  team_folder: node.team_id !== null,
  has_folders: node.folder_count > 0,
})

const canAdd = (actor: Actor, { team_permission = null, ...node }: Branch): boolean =>
  abilitiesWithin(actor, {
    ...node,
    ...{ type: 'folder', trashed_at: null, guest_id: null, team_permission },
  }).add

const presentBranch = (actor: Actor, branch: Branch): NavigationFolder => ({
  ...presentLeaf(branch),
  can_add: canAdd(actor, branch),
  folders: branch.folders.map(presentLeaf),
})

export const presentBranches = (actor: Actor, branches: readonly Branch[]): NavigationFolder[] =>
  branches.map(branch => presentBranch(actor, branch))

export const presentNavigation = (
  actor: Actor,
  { own, teams, shared }: Navigation,
  locale: Locale,
): NavigationGroup[] => [
  {
    location: 'files',
    name: translate(locale, 'places.files'),
    folders: presentBranches(actor, own),
    isMovable: true,
    isOpen: true,
  },
  {
    location: 'team-folders',
    name: translate(locale, 'places.team_folders'),
    folders: presentBranches(actor, teams),
    isMovable: false,
    isOpen: false,
  },
  {
    location: 'shared-with-me',
    name: translate(locale, 'places.shared_with_me'),
    folders: presentBranches(actor, shared),
    isMovable: false,
    isOpen: false,
  },
]
