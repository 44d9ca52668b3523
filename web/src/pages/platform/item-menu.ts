import type { Item } from '@coffer/contract/items'
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
import type { useTranslation } from 'react-i18next'
import type { MenuAction } from '../../features/items/menu-entry.tsx'
import type { Files } from './use-files.ts'

type Words = ReturnType<typeof useTranslation>['t']

/** What can be done with what is selected. The open folder has a menu of its own. */
export function itemActions(files: Files, t: Words): MenuAction[] {
  const { selection } = files
  const [first] = selection.items
  if (!first) return []
  const one = selection.count === 1
  return [
    ...(one ? [openAction(files, first, t)] : []),
    ...(one && files.isFlat ? [showAction(files, first, t)] : []),
    ...shareActions(files, t),
    ...downloadActions(files, t),
    ...favouriteActions(files, t),
    ...(one ? oneActions(files, first, t) : []),
    ...(one ? teamActions(files, first, t) : []),
    ...(one ? askActions(files, first, t) : []),
    ...documentActions(files, t),
    ...manyActions(files, t),
  ]
}

/** What a phone has no buttons for. */
export function moreActions(files: Files, t: Words): MenuAction[] {
  const { root } = files.listing
  const select = {
    label: t('files.select'),
    icon: ListChecks,
    run: () => files.setChoosing(true),
  }
  if (!root) return [select]
  return [
    select,
    ...(root.meta.can.edit ? [looksAction(files, root, t)] : []),
    ...teamActions(files, root, t),
    detailsAction(files, root, t),
  ]
}

const looksAction = (files: Files, folder: Item, t: Words): MenuAction => ({
  label: t('files.folder_looks'),
  icon: Palette,
  run: () => files.setDialog({ kind: 'folder', folder }),
})

export const detailsAction = (files: Files, item: Item, t: Words): MenuAction => ({
  label: t('files.details'),
  icon: Info,
  run: () => files.setDialog({ kind: 'details', item }),
})

const openAction = (files: Files, item: Item, t: Words): MenuAction => ({
  label: item.type === 'folder' ? t('files.open') : t('preview.open'),
  icon: item.type === 'folder' ? FolderOpen : Eye,
  run: () => files.open(item),
  keys: '↵',
})

const showAction = (files: Files, item: Item, t: Words): MenuAction => ({
  label: t('files.show_in_folder'),
  icon: FolderSearch,
  run: () => files.showInFolder(item),
})

function favouriteActions({ selection: { items }, isStarred, star }: Files, t: Words) {
  if (!items.every(item => item.meta.can.download)) return []
  const label = isStarred ? t('favourites.remove') : t('favourites.add')
  return [{ label, icon: isStarred ? StarOff : Star, run: () => void star(), keys: 'S' }]
}

function shareActions(files: Files, t: Words): MenuAction[] {
  const { selection, shelf } = files
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
  return [...(files.canShare ? [share] : []), ...(shelf.place === 'share' ? [end] : [])]
}

function documentActions(files: Files, t: Words): MenuAction[] {
  const { items } = files.selection
  if (!files.hasDocumentTypes || !items.every(item => item.meta.can.edit)) return []
  return [{ label: t('documents.action'), icon: Tags, run: files.askDocument }]
}

function downloadActions({ selection, downloadSelection }: Files, t: Words): MenuAction[] {
  if (!selection.items.every(item => item.meta.can.download)) return []
  const label = t('files.download')
  return [{ label, button: label, icon: Download, run: downloadSelection, keys: 'D' }]
}

function oneActions(files: Files, item: Item, t: Words): MenuAction[] {
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
    ...(item.meta.can.edit && isFolder ? [looksAction(files, item, t)] : []),
    ...(files.isNarrow ? [detailsAction(files, item, t)] : []),
  ]
}

/** Who else works in a folder; of an ordinary one, that somebody could. */
export function teamActions(files: Files, item: Item, t: Words): MenuAction[] {
  const isTeam = item.attributes.team_id === item.id
  const canBecome = item.attributes.team_id === null && item.meta.can.share
  if (item.type === 'file' || !(isTeam || canBecome)) return []
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

/** Files of others, into a folder of one's own. */
function askActions(files: Files, { id, type, meta }: Item, t: Words): MenuAction[] {
  if (type === 'file' || !meta.can.add || !meta.can.share) return []
  const run = () => files.setDialog({ kind: 'requests', folderId: id })
  return [{ label: t('upload_requests.new'), icon: MailQuestion, run }]
}

function manyActions(files: Files, t: Words): MenuAction[] {
  const { items } = files.selection
  const move = {
    label: t('files.move'),
    button: t('selection.move'),
    icon: FolderInput,
    run: () => files.ask('move'),
    keys: 'M',
  }
  const copyTo = { label: t('actions.copy_where'), icon: FolderSync, run: () => files.ask('copy') }
  const duplicate = {
    label: t('actions.duplicate'),
    icon: CopyPlus,
    run: () => void files.duplicate(),
  }
  const cut = {
    label: t('files.cut'),
    icon: Scissors,
    run: () => void files.keep('move'),
    parted: true,
  }
  const copy = { label: t('actions.copy'), icon: Copy, run: () => void files.keep('copy') }
  const remove = {
    label: t('files.to_trash'),
    button: t('selection.delete'),
    icon: Trash2,
    run: () => void files.trash(),
    keys: t('key.delete_short'),
    danger: true,
    parted: true,
  }
  // Nothing can be put among what is shared.
  const isPlace = files.shelf.place !== 'share'
  return [
    ...(items.every(item => item.meta.can.move) ? [move] : []),
    copyTo,
    ...(files.isNarrow || !isPlace || !(files.isFlat || files.isFillable) ? [] : [duplicate]),
    ...(isPlace && items.every(item => item.meta.can.move) ? [cut] : []),
    ...(isPlace ? [copy] : []),
    ...(items.every(item => item.meta.can.remove) ? [remove] : []),
  ]
}
