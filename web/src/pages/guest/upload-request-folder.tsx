import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropZone } from '../../features/browse/drop-zone.tsx'
import { RequestHeader } from '../../features/upload-requests/request-header.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { useGuestActions } from './guest-actions.ts'
import { GuestOverlays } from './guest-overlays.tsx'
import { GuestSelectionBar } from './guest-selection-bar.tsx'
import { RequestDropArea } from './upload-request-drop.tsx'
import classes from './upload-request-folder.module.css'
import { useGuestKeys } from './use-guest-keys.ts'
import { useRequestFolder } from './use-upload-request-folder.ts'

const Checklist = lazy(async () => ({
  default: (await import('../../features/upload-requests/checklist.tsx')).Checklist,
}))
/** Loaded later, because the list is empty at first. */
const SentFiles = lazy(async () => ({
  default: (await import('./upload-request-sent.tsx')).SentFiles,
}))
const FinishDialog = lazy(async () => ({
  default: (await import('../../features/upload-requests/finish-dialog.tsx')).FinishDialog,
}))

interface GuestRequestFolderProps {
  request: GuestUploadRequest
  top: { id: string; name: string }
}

/** The page of an open upload request: its top folder or one of the guest's subfolders. */
export function GuestRequestFolder({ request, top }: GuestRequestFolderProps) {
  const folder = useRequestFolder(request, top)
  const { isTop, isNarrow, isSelecting, isFillable, listing } = folder
  const { documents, sent_files } = request.attributes
  const actions = useGuestActions(folder)
  usePageTitle(isTop ? top.name : (listing.root?.attributes.name ?? top.name))
  useGuestKeys(folder)
  return (
    <DropZone folderId={folder.folderId} folderName={folder.folderName} drops={folder.drops}>
      <div className={classes.scroll}>
        <div className={classes.page}>
          <RequestHeader request={request} isTop={isTop} />
          <Suspense>
            {isTop && documents.length > 0 && (
              <Checklist
                documents={documents}
                isReady={isFillable}
                onChoose={document => folder.upload(false, document)}
              />
            )}
          </Suspense>
          <RequestDropArea request={request} folder={folder} />
          {(!isTop || listing.rows.total > 0) && (
            <Suspense>
              <SentFiles request={request} folder={folder} actions={actions} />
            </Suspense>
          )}
          {sent_files > 0 && <Finish request={request} isSending={folder.isSending} />}
        </div>
      </div>
      {isNarrow && isSelecting && (
        <GuestSelectionBar
          count={folder.selection.count}
          total={listing.rows.total}
          isLoading={folder.selection.isLoading}
          actions={actions}
          onClear={() => folder.setChoosing(false)}
          isNarrow
        />
      )}
      <GuestOverlays folder={folder} canUpload onUploaded={folder.refetchLink} />
    </DropZone>
  )
}

function Finish({ request, isSending }: { request: GuestUploadRequest; isSending: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="md"
        className={classes.finish}
        disabled={isSending}
        onClick={() => setOpen(true)}
      >
        {t('guest_requests.finish')}
      </Button>
      {isOpen && (
        <Suspense>
          <FinishDialog request={request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
