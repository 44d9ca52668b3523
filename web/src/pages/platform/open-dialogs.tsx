import type { Item } from '@coffer/contract/items'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { changeFolder } from '../../features/items/item-actions.ts'
import { canPickFolders } from '../../features/uploads/can-pick-folders.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ListPreview } from './list-preview.tsx'
import type { Files } from './use-files.ts'

const OneInfo = lazy(async () => ({ default: (await import('./item-details.tsx')).ItemDetails }))
const TransferItems = lazy(async () => ({
  default: (await import('./transfer-items.tsx')).TransferItems,
}))
const FolderDialog = lazy(async () => ({
  default: (await import('../../features/items/folder-dialog.tsx')).FolderDialog,
}))
const NewFolder = lazy(async () => ({ default: (await import('./new-folder.tsx')).NewFolder }))
const NewCustomer = lazy(async () => ({ default: (await import('./new-folder.tsx')).NewCustomer }))
const RemoteDialog = lazy(async () => ({
  default: (await import('../../features/remote-uploads/remote-dialog.tsx')).RemoteDialog,
}))
const UploadRequestDialog = lazy(async () => ({
  default: (await import('./upload-request-dialog.tsx')).UploadRequestDialog,
}))
const DocumentDialog = lazy(async () => ({
  default: (await import('../../features/documents/document-dialog.tsx')).DocumentDialog,
}))
const UploadDialog = lazy(async () => ({
  default: (await import('../../features/documents/upload-dialog.tsx')).UploadDialog,
}))
const ShareDialog = lazy(async () => ({
  default: (await import('../../features/shares/share-dialog.tsx')).ShareDialog,
}))
const KeysDialog = lazy(async () => ({
  default: (await import('../../features/items/keys-dialog.tsx')).KeysDialog,
}))

const TeamDialog = lazy(async () => ({ default: (await import('./team-dialog.tsx')).TeamDialog }))

/** The dialogs of the list, each loaded when it first opens. */
export function OpenDialogs({ files }: { files: Files }) {
  const { dialog, closeDialog } = files
  return (
    <>
      <Suspense>
        {dialog?.kind === 'transfer' && (
          <TransferItems files={files} how={dialog.how} picked={dialog.picked} />
        )}
        {dialog?.kind === 'folder' && <FolderAppearance files={files} folder={dialog.folder} />}
        {dialog?.kind === 'customer' && <NewCustomer files={files} />}
        {dialog?.kind === 'remote' && (
          <RemoteDialog folderId={files.folderId} onClose={closeDialog} />
        )}
        {dialog?.kind === 'requests' && (
          <UploadRequestDialog folderId={dialog.folderId} onClose={closeDialog} />
        )}
        {dialog?.kind === 'document' && (
          <DocumentDialog
            items={dialog.items}
            cache={files.cache}
            onDone={() => {
              if (files.isChoosing) files.setChoosing(false)
              closeDialog()
            }}
            onClose={closeDialog}
          />
        )}
        {dialog?.kind === 'upload' && (
          <UploadDialog
            canPickFolders={canPickFolders()}
            onPick={(folder, { tipo_id, subcategory_id }) => {
              closeDialog()
              files.upload(folder, {
                tipo_id: tipo_id ?? '',
                subcategory_id: subcategory_id ?? '',
              })
            }}
            onClose={closeDialog}
          />
        )}
        {dialog?.kind === 'share' && (
          <ShareDialog item={dialog.item} cache={files.cache} onClose={closeDialog} />
        )}
        {dialog?.kind === 'team' && <TeamDialog files={files} dialog={dialog} />}
        {dialog?.kind === 'keys' && <KeysDialog onClose={closeDialog} />}
      </Suspense>
      <ListPreview list={files} onReveal={files.isFlat ? files.showInFolder : undefined} />
      <DetailsSheet files={files} />
    </>
  )
}

function FolderAppearance({ files, folder }: { files: Files; folder: Item | null }) {
  if (!folder) return <NewFolder files={files} />
  return (
    <FolderDialog
      folder={folder}
      onClose={files.closeDialog}
      onSave={(_, edited) => changeFolder(files.cache, folder, edited)}
    />
  )
}

function DetailsSheet({ files }: { files: Files }) {
  const { dialog, closeDialog, cache } = files
  const { t } = useTranslation()
  const opened = dialog?.kind === 'details' ? dialog.item : null
  // Reads the current version, because the item can be edited in this sheet.
  const item = opened && (cache.find(opened.id) ?? opened)
  return (
    <Sheet opened={item !== null} onClose={closeDialog} title={t('files.details')}>
      {item && (
        <Suspense>
          <OneInfo list={files} item={item} onLeave={closeDialog} />
        </Suspense>
      )}
    </Sheet>
  )
}
