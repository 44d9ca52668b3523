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
/** There is nothing to list at first. */
const SentFiles = lazy(async () => ({
  default: (await import('./upload-request-sent.tsx')).SentFiles,
}))
const FinishDialog = lazy(async () => ({
  default: (await import('../../features/upload-requests/finish-dialog.tsx')).FinishDialog,
}))

interface AskedFolderProps {
  asked: GuestUploadRequest
  top: { id: string; name: string }
}

/** Everything a guest does while a request is open, in its top or a folder of his further down. */
export function GuestRequestFolder({ asked, top }: AskedFolderProps) {
  const folder = useRequestFolder(asked, top)
  const { isTop, isNarrow, isSelecting, isFillable, listing } = folder
  const { documents, sent_files } = asked.attributes
  const actions = useGuestActions(folder)
  usePageTitle(isTop ? top.name : (listing.root?.attributes.name ?? top.name))
  useGuestKeys(folder)
  return (
    <DropZone folderId={folder.folderId} folderName={folder.folderName} drops={folder.drops}>
      <div className={classes.scroll}>
        <div className={classes.page}>
          <RequestHeader asked={asked} isTop={isTop} />
          <Suspense>
            {isTop && documents.length > 0 && (
              <Checklist
                documents={documents}
                isReady={isFillable}
                onChoose={document => folder.upload(false, document)}
              />
            )}
          </Suspense>
          <RequestDropArea asked={asked} folder={folder} />
          {(!isTop || listing.rows.total > 0) && (
            <Suspense>
              <SentFiles asked={asked} folder={folder} actions={actions} />
            </Suspense>
          )}
          {sent_files > 0 && <Finish asked={asked} isSending={folder.isSending} />}
        </div>
      </div>
      {isNarrow && isSelecting && (
        <GuestSelectionBar
          count={folder.selection.count}
          total={listing.rows.total}
          actions={actions}
          onClear={() => folder.setChoosing(false)}
          isNarrow
        />
      )}
      <GuestOverlays folder={folder} canBring onArrived={folder.askAgain} />
    </DropZone>
  )
}

function Finish({ asked, isSending }: { asked: GuestUploadRequest; isSending: boolean }) {
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
          <FinishDialog asked={asked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
