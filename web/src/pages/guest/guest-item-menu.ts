import { Download, Eye, FolderInput, FolderOpen, Palette, Pencil, Trash2 } from 'lucide-react'
import type { useTranslation } from 'react-i18next'
import type { MenuAction } from '../../features/items/menu-entry.tsx'
import type { GuestFolder } from './use-guest-folder.ts'

type Words = ReturnType<typeof useTranslation>['t']

/** What a guest can do with what is selected. */
export const guestItemActions = (folder: GuestFolder, t: Words): MenuAction[] => [
  ...(folder.selection.count === 1 ? oneActions(folder, t) : []),
  ...manyActions(folder, t),
]

function oneActions(
  { selection, open, startRenameFromMenu, setDialog }: GuestFolder,
  t: Words,
): MenuAction[] {
  const [item] = selection.items
  if (!item) return []
  const isFolder = item.type === 'folder'
  const opening = {
    label: t(isFolder ? 'files.open' : 'preview.open'),
    icon: isFolder ? FolderOpen : Eye,
    run: () => open(item),
    keys: '↵',
  }
  if (!item.meta.can.edit) return [opening]
  const renaming = {
    label: t('files.rename'),
    icon: Pencil,
    run: () => startRenameFromMenu(item),
    keys: 'F2',
  }
  const looks = {
    label: t('files.folder_looks'),
    icon: Palette,
    run: () => setDialog({ kind: 'folder', folder: item }),
  }
  return [opening, renaming, ...(isFolder ? [looks] : [])]
}

function manyActions(
  { selection, cache, downloadSelection, ask, trash }: GuestFolder,
  t: Words,
): MenuAction[] {
  const { items } = selection
  const isFile = selection.count === 1 && items[0]?.type === 'file'
  const isOwn = items.every(item => item.meta.can.purge)
  const downloading = {
    label: t('files.download'),
    button: t('files.download'),
    icon: Download,
    run: downloadSelection,
    keys: 'D',
  }
  const moving = {
    label: t('files.move'),
    button: t('selection.move'),
    icon: FolderInput,
    run: () => ask('move'),
    keys: 'M',
  }
  const removing = {
    // What a guest brought himself he may take back for good.
    label: t(isOwn ? 'guest_requests.remove' : 'files.to_trash'),
    button: t(isOwn ? 'guest_requests.remove' : 'selection.delete'),
    icon: Trash2,
    run: () => void trash(),
    keys: t('key.delete_short'),
    danger: true,
    parted: true,
  }
  return [
    ...(isFile || cache.scope.more ? [downloading] : []),
    ...(items.every(item => item.meta.can.move) ? [moving] : []),
    ...(items.every(item => item.meta.can.remove) ? [removing] : []),
  ]
}
