import { FolderPlus, FolderUp, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { canPickFolders } from '../../features/uploads/can-pick-folders.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import type { GuestFolder } from './use-guest-folder.ts'

const loadItemMenu = () => import('./guest-item-menu.ts')

/** Actions that add something to the folder, for guests who can edit. */
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

/** Actions for the selection, or for the folder itself when nothing is selected. */
export function useGuestActions(folder: GuestFolder): MenuAction[] {
  const { t } = useTranslation()
  const newActions = useGuestNewActions(folder)
  const isSelected = folder.selection.count > 0
  const menu = useLoaded(loadItemMenu, isSelected)
  if (!isSelected) return newActions
  return menu?.guestItemActions(folder, t) ?? []
}
