import {
  Download,
  Eye,
  FolderInput,
  FolderOpen,
  FolderPlus,
  FolderUp,
  Palette,
  Pencil,
  Trash2,
  Upload,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MenuAction } from '../../features/items/menu-entry.tsx'
import { canPickFolders } from '../../features/uploads/pick-files.ts'
import type { GuestFolder } from './use-guest-folder.ts'

/** What an editor can bring into the folder. */
export function useGuestNewActions({ isFillable, upload, newFolder }: GuestFolder): MenuAction[] {
  const { t } = useTranslation()
  if (!isFillable) return []
  return [
    { label: t('files.upload_files'), icon: Upload, run: () => upload(false) },
    ...(canPickFolders()
      ? [{ label: t('files.upload_folder'), icon: FolderUp, run: () => upload(true) }]
      : []),
    { label: t('files.new_folder'), icon: FolderPlus, run: newFolder, parted: true },
  ]
}

/** What can be done with what is selected, or with the folder itself when nothing is. */
export function useGuestActions(folder: GuestFolder): MenuAction[] {
  const newActions = useGuestNewActions(folder)
  const one = useOneActions(folder)
  const many = useManyActions(folder)
  const { count } = folder.selection
  if (count === 0) return newActions
  return [...(count === 1 ? one : []), ...many]
}

function useOneActions({ selection, open, startRename, setDialog }: GuestFolder): MenuAction[] {
  const { t } = useTranslation()
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
    run: () => startRename(item),
    keys: 'F2',
  }
  const looks = {
    label: t('files.folder_looks'),
    icon: Palette,
    run: () => setDialog({ kind: 'folder', folder: item }),
  }
  return [opening, renaming, ...(isFolder ? [looks] : [])]
}

function useManyActions({
  selection,
  cache,
  downloadSelection,
  ask,
  trash,
}: GuestFolder): MenuAction[] {
  const { t } = useTranslation()
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
    label: t(isOwn ? 'asked.remove' : 'files.to_trash'),
    button: t(isOwn ? 'asked.remove' : 'selection.delete'),
    icon: Trash2,
    run: () => void trash(),
    keys: 'Del',
    danger: true,
    parted: true,
  }
  return [
    ...(isFile || cache.door.more ? [downloading] : []),
    ...(items.every(item => item.meta.can.move) ? [moving] : []),
    ...(items.every(item => item.meta.can.remove) ? [removing] : []),
  ]
}
