import type { Item } from '@coffer/contract/items'
import type { TFunction } from 'i18next'
import {
  Copy,
  CopyPlus,
  Download,
  Eye,
  FolderInput,
  FolderOpen,
  FolderSearch,
  FolderSync,
  Info,
  ListChecks,
  MailQuestion,
  Palette,
  Pencil,
  Scissors,
  Share2,
  Star,
  StarOff,
  Tags,
  Trash2,
  Unlink,
  Users,
} from 'lucide-react'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import type { Files } from './use-files.ts'

/** Actions for the selection. The current folder has its own menu. */
export function itemActions(files: Files, t: TFunction): MenuAction[] {
  const { selection } = files
  const [first] = selection.items
  if (!first) return []
  const isSingle = selection.count === 1
  return [
    ...(isSingle ? [openAction(files, first, t)] : []),
    ...(isSingle && files.isFlat ? [showAction(files, first, t)] : []),
    ...shareActions(files, t),
    ...downloadActions(files, t),
    ...favouriteActions(files, t),
    ...(isSingle ? singleItemActions(files, first, t) : []),
    ...(isSingle ? teamActions(files, first, t) : []),
    ...(isSingle ? requestActions(files, first, t) : []),
    ...documentActions(files, t),
    ...selectionActions(files, t),
  ]
}

/** Actions of the list menu on phones. */
export function moreActions(files: Files, t: TFunction): MenuAction[] {
  const { root } = files.listing
  const select = {
    label: t('files.select'),
    icon: ListChecks,
    run: () => files.setChoosing(true),
  }
  if (!root) return [select]
  return [
    select,
    ...(root.meta.can.edit ? [appearanceAction(files, root, t)] : []),
    ...teamActions(files, root, t),
    detailsAction(files, root, t),
  ]
}

const appearanceAction = (files: Files, folder: Item, t: TFunction): MenuAction => ({
  label: t('files.folder_appearance'),
  icon: Palette,
  run: () => files.setDialog({ kind: 'folder', folder }),
})

export const detailsAction = (files: Files, item: Item, t: TFunction): MenuAction => ({
  label: t('files.details'),
  icon: Info,
  run: () => files.setDialog({ kind: 'details', item }),
})

const openAction = (files: Files, item: Item, t: TFunction): MenuAction => ({
  label: item.type === 'folder' ? t('files.open') : t('preview.open'),
  icon: item.type === 'folder' ? FolderOpen : Eye,
  run: () => files.open(item),
  keys: '↵',
})

const showAction = (files: Files, item: Item, t: TFunction): MenuAction => ({
  label: t('files.show_in_folder'),
  icon: FolderSearch,
  run: () => files.showInFolder(item),
})

function favouriteActions({ selection: { items }, isStarred, star }: Files, t: TFunction) {
  if (!items.every(item => item.meta.can.download)) return []
  const label = isStarred ? t('favourites.remove') : t('favourites.add')
  return [{ label, icon: isStarred ? StarOff : Star, run: () => void star(), keys: 'S' }]
}

function shareActions(files: Files, t: TFunction): MenuAction[] {
  const { selection, location } = files
  const share = {
    label: t('shares.share'),
    button: t('selection.share'),
    icon: Share2,
    run: files.share,
    keys: 'L',
  }
  const end = {
    label: t(selection.count === 1 ? 'shares.end' : 'shares.end_many'),
    icon: Unlink,
    run: () => void files.endLinks(),
  }
  return [...(files.canShare ? [share] : []), ...(location.place === 'share' ? [end] : [])]
}

function documentActions(files: Files, t: TFunction): MenuAction[] {
  const { items } = files.selection
  if (!files.hasDocumentTypes || !items.every(item => item.meta.can.edit)) return []
  return [{ label: t('documents.action'), icon: Tags, run: () => void files.editDocument() }]
}

function downloadActions({ selection, downloadSelection }: Files, t: TFunction): MenuAction[] {
  if (!selection.items.every(item => item.meta.can.download)) return []
  const label = t('files.download')
  return [{ label, button: label, icon: Download, run: downloadSelection, keys: 'D' }]
}

function singleItemActions(files: Files, item: Item, t: TFunction): MenuAction[] {
  const isFolder = item.type === 'folder'
  const rename = {
    label: t('files.rename'),
    icon: Pencil,
    run: () => files.startRenameFromMenu(item),
    keys: 'F2',
    parted: true,
  }
  return [
    ...(item.meta.can.edit ? [rename] : []),
    ...(item.meta.can.edit && isFolder ? [appearanceAction(files, item, t)] : []),
    ...(files.isNarrow ? [detailsAction(files, item, t)] : []),
  ]
}

/** Team members of a team folder, or converting an ordinary folder into one. */
export function teamActions(files: Files, item: Item, t: TFunction): MenuAction[] {
  const isTeam = item.attributes.team_id === item.id
  // Admins who are not members see the folder in lists, but not its members.
  const isMember = isTeam && item.meta.can.download
  const canBecome = item.attributes.team_id === null && item.meta.can.share
  if (item.type === 'file' || !(isMember || canBecome)) return []
  return [
    {
      label: t(isTeam ? 'teams.people' : 'teams.make'),
      icon: Users,
      run: () => {
        if (isTeam) files.setDialog({ kind: 'team', how: 'people', folder: item })
        else files.convertToTeam(item)
      },
    },
  ]
}

/** Requests files into a folder of the user. */
function requestActions(files: Files, { id, type, meta }: Item, t: TFunction): MenuAction[] {
  if (type === 'file' || !meta.can.add || !meta.can.share) return []
  const run = () => files.setDialog({ kind: 'requests', folderId: id })
  return [{ label: t('upload_requests.new'), icon: MailQuestion, run }]
}

function selectionActions(files: Files, t: TFunction): MenuAction[] {
  const { items } = files.selection
  const move = {
    label: t('files.move'),
    button: t('selection.move'),
    icon: FolderInput,
    run: () => void files.openTransfer('move'),
    keys: 'M',
  }
  const copyTo = {
    label: t('actions.copy_where'),
    icon: FolderSync,
    run: () => void files.openTransfer('copy'),
  }
  const duplicate = {
    label: t('actions.duplicate'),
    icon: CopyPlus,
    run: () => void files.duplicate(),
  }
  const cut = {
    label: t('files.cut'),
    icon: Scissors,
    run: () => void files.copyToClipboard('move'),
    parted: true,
  }
  const copy = {
    label: t('actions.copy'),
    icon: Copy,
    run: () => void files.copyToClipboard('copy'),
  }
  const remove = {
    label: t('files.to_trash'),
    button: t('selection.delete'),
    icon: Trash2,
    run: () => void files.trash(),
    keys: t('key.delete_short'),
    danger: true,
    parted: true,
  }
  // Nothing can be pasted into the list of shares.
  const canHoldItems = files.location.place !== 'share'
  const canMove = items.every(item => item.meta.can.move)
  const canCopy = items.every(item => item.meta.can.download)
  const canDuplicate =
    canCopy && canHoldItems && !files.isNarrow && (files.isFlat || files.isFillable)
  return [
    ...(canMove ? [move] : []),
    ...(canCopy ? [copyTo] : []),
    ...(canDuplicate ? [duplicate] : []),
    ...(canHoldItems && canMove ? [cut] : []),
    ...(canHoldItems && canCopy ? [copy] : []),
    ...(items.every(item => item.meta.can.remove) ? [remove] : []),
  ]
}
