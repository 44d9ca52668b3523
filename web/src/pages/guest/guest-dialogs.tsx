import type { Item } from '@coffer/contract/items'
import { lazy, Suspense } from 'react'
import { changeFolder, createNamedFolder } from '../../features/items/item-actions.ts'
import type { GuestFolder } from './use-guest-folder.ts'

const TransferItems = lazy(async () => ({
  default: (await import('../platform/transfer-items.tsx')).TransferItems,
}))
const FolderDialog = lazy(async () => ({
  default: (await import('../../features/items/folder-dialog.tsx')).FolderDialog,
}))
const GuestPreview = lazy(async () => ({
  default: (await import('./guest-preview.tsx')).GuestPreview,
}))

interface GuestDialogsProps {
  folder: GuestFolder
  transformPreview?: ((item: Item) => Item) | undefined
}

/** Dialogs over a guest's folder. */
export function GuestDialogs({ folder, transformPreview }: GuestDialogsProps) {
  const { dialog, previewed, cache, folderId, closeDialog, closePreview, listing } = folder
  return (
    <Suspense>
      {dialog?.kind === 'transfer' && (
        <TransferItems files={folder} how={dialog.how} picked={dialog.picked} />
      )}
      {dialog?.kind === 'folder' && (
        <FolderDialog
          folder={dialog.folder}
          onClose={closeDialog}
          onSave={(attributes, edited) =>
            dialog.folder
              ? changeFolder(cache, dialog.folder, edited)
              : createNamedFolder(cache, folderId, attributes)
          }
        />
      )}
      {previewed && (
        <GuestPreview
          {...previewed}
          transformPreview={transformPreview}
          rows={listing.rows}
          onClose={closePreview}
        />
      )}
    </Suspense>
  )
}
