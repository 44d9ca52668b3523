import type { TFunction } from 'i18next'
import { Download, Eye, FolderInput, FolderOpen, Palette, Pencil, Trash2 } from 'lucide-react'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import type { GuestFolder } from './use-guest-folder.ts'

/** Actions of a guest for the selection. */
export const guestItemActions = (folder: GuestFolder, t: TFunction): MenuAction[] => [
  ...(folder.selection.count === 1 ? singleItemActions(folder, t) : []),
  ...selectionActions(folder, t),
]

function singleItemActions(
  { selection, open, startRenameFromMenu, setDialog }: GuestFolder,
  t: TFunction,
): MenuAction[] {
  const [item] = selection.items
  if (!item) return []
  const isFolder = item.type === 'folder'
  const openAction = {
    label: t(isFolder ? 'files.open' : 'preview.open'),
    icon: isFolder ? FolderOpen : Eye,
    run: () => open(item),
    keys: '↵',
  }
  if (!item.meta.can.edit) return [openAction]
  const renameAction = {
    label: t('files.rename'),
    icon: Pencil,
    run: () => startRenameFromMenu(item),
    keys: 'F2',
  }
  const appearanceAction = {
    label: t('files.folder_appearance'),
    icon: Palette,
    run: () => setDialog({ kind: 'folder', folder: item }),
  }
  return [openAction, renameAction, ...(isFolder ? [appearanceAction] : [])]
}

function selectionActions(
  { selection, cache, downloadSelection, openTransfer, trash }: GuestFolder,
  t: TFunction,
): MenuAction[] {
  const { items } = selection
  const isFile = selection.count === 1 && items[0]?.type === 'file'
  const isOwn = items.every(item => item.meta.can.purge)
  const downloadAction = {
    label: t('files.download'),
    button: t('files.download'),
    icon: Download,
    run: downloadSelection,
    keys: 'D',
  }
  const moveAction = {
    label: t('files.move'),
    button: t('selection.move'),
    icon: FolderInput,
    run: () => void openTransfer('move'),
    keys: 'M',
  }
  const removeAction = {
    // Guests delete their own uploads permanently.
    label: t(isOwn ? 'guest_requests.remove' : 'files.to_trash'),
    button: t(isOwn ? 'guest_requests.remove' : 'selection.delete'),
    icon: Trash2,
    run: () => void trash(),
    keys: t('key.delete_short'),
    danger: true,
    parted: true,
  }
  return [
    ...(isFile || cache.scope.more ? [downloadAction] : []),
    ...(items.every(item => item.meta.can.move) ? [moveAction] : []),
    ...(items.every(item => item.meta.can.remove) ? [removeAction] : []),
  ]
}
