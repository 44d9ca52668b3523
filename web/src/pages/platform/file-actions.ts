import { FolderPlus, FolderUp, Link, MailQuestion, Tags, Upload, UserRoundPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { canPickFolders } from '../../features/uploads/can-pick-folders.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import type { Files } from './use-files.ts'

const loadItemMenu = () => import('./item-menu.ts')

/** Actions for the selection, and the menu of the list on phones. */
export function useItemMenu(files: Files): Record<'actions' | 'more', MenuAction[]> {
  const { t } = useTranslation()
  const { isNarrow, selection } = files
  const menu = useLoaded(loadItemMenu, isNarrow || selection.count > 0)
  return {
    actions: menu?.itemActions(files, t) ?? [],
    more: menu?.moreActions(files, t) ?? [],
  }
}

/** Actions that add something to the folder. */
export function useNewActions(files: Files): MenuAction[] {
  const { t } = useTranslation()
  const { newFolder, newCustomer, usesCustomers, upload, uploadFromLinks, isFillable, folderId } =
    files
  if (!isFillable) return []
  return [
    {
      label: t('files.new_folder'),
      icon: FolderPlus,
      run: newFolder,
      first: true,
      takesFocus: true,
    },
    // Customer folders exist only at the root. The first one is created with the command in the
    // spotlight.
    ...(folderId === null && usesCustomers
      ? [{ label: t('customers.new'), icon: UserRoundPlus, run: newCustomer }]
      : []),
    {
      label: t('files.upload_files'),
      icon: Upload,
      run: () => upload(false),
      parted: true,
      first: true,
    },
    ...(canPickFolders()
      ? [{ label: t('files.upload_folder'), icon: FolderUp, run: () => upload(true) }]
      : []),
    { label: t('remote.new'), icon: Link, run: uploadFromLinks },
    ...(files.canRequestFiles
      ? [{ label: t('upload_requests.new'), icon: MailQuestion, run: files.requestFiles }]
      : []),
    ...(files.hasDocumentTypes
      ? [
          {
            label: t('documents.upload'),
            icon: Tags,
            run: () => files.setDialog({ kind: 'upload' }),
          },
        ]
      : []),
  ]
}
