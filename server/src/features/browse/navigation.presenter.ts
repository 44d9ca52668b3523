import { type Locale, paginate } from '@coffer/contract'
import type {
  NavigationFolder,
  NavigationGroup,
  NavigationLeaf,
  NavigationLocation,
} from '@coffer/contract/browse'
import type { Actor } from '../../actor.ts'
import { translate } from '../../lib/translate.ts'
import { abilitiesWithin } from '../items/index.ts'
import type { FolderNode } from './navigation.repository.ts'
import type { Branch, GroupPage, LevelPage } from './navigation.service.ts'

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
    type: 'folder',
    trashed_at: null,
    guest_id: null,
    team_permission,
  }).add

const presentBranch = (actor: Actor, branch: Branch): NavigationFolder => ({
  ...presentLeaf(branch),
  can_add: canAdd(actor, branch),
  folders: branch.folders.map(presentLeaf),
})

export const presentLevel = (actor: Actor, { folders, total, page }: LevelPage) => ({
  folders: folders.map(branch => presentBranch(actor, branch)),
  paginate: paginate(page, total, folders.length),
})

const NAMES = {
  files: 'places.files',
  'team-folders': 'places.team_folders',
  'shared-with-me': 'places.shared_with_me',
} as const satisfies Record<NavigationLocation, string>

export const presentNavigation = (
  actor: Actor,
  groups: readonly GroupPage[],
  locale: Locale,
): NavigationGroup[] =>
  groups.map(group => ({
    location: group.location,
    name: translate(locale, NAMES[group.location]),
    ...presentLevel(actor, group),
    isMovable: group.location === 'files',
    isOpen: group.location === 'files',
  }))
