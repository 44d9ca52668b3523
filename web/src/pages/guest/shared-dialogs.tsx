import { lazy, Suspense } from 'react'
import { changeItem, makeNamedFolder } from '../../features/items/item-actions.ts'
import type { SharedFolder } from './use-shared-folder.ts'

const TransferItems = lazy(async () => ({
  default: (await import('../platform/transfer-items.tsx')).TransferItems,
}))
const FolderDialog = lazy(async () => ({
  default: (await import('../../features/items/folder-dialog.tsx')).FolderDialog,
}))
const SharedPreview = lazy(async () => ({
  default: (await import('./shared-preview.tsx')).SharedPreview,
}))

/** What is open over a shared folder. */
export function SharedDialogs({ folder }: { folder: SharedFolder }) {
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
          onSave={looks =>
            dialog.folder
              ? changeItem(cache, dialog.folder, looks)
              : makeNamedFolder(cache, folderId, looks)
          }
        />
      )}
      {previewed && <SharedPreview {...previewed} rows={listing.rows} onClose={closePreview} />}
    </Suspense>
  )
}
