import { type Locale, paginate } from '@coffer/contract'
import type {
  Listing,
  NavigationFolder,
  NavigationGroup,
  NavigationLeaf,
} from '@coffer/contract/browse'
import type { Actor } from '../../actor.ts'
import { translate } from '../../lib/translate.ts'
import { type ItemView, isHome, presentAncestors, presentItem } from '../items/index.ts'
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

export const presentBranch = (branch: Branch): NavigationFolder => ({
  ...presentLeaf(branch),
  folders: branch.folders.map(presentLeaf),
})

export const presentNavigation = (
  { own, teams, shared }: Navigation,
  locale: Locale,
): NavigationGroup[] => [
  {
    location: 'files',
    name: translate(locale, 'places.files'),
    folders: own.map(presentBranch),
    isMovable: true,
    isOpen: true,
  },
  {
    location: 'team-folders',
    name: translate(locale, 'places.team_folders'),
    folders: teams.map(presentBranch),
    isMovable: false,
    isOpen: false,
  },
  {
    location: 'shared-with-me',
    name: translate(locale, 'places.shared_with_me'),
    folders: shared.map(presentBranch),
    isMovable: false,
    isOpen: false,
  },
]
