import type { AskedUpload } from '@coffer/contract/request-guests'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropZone } from '../../features/browse/drop-zone.tsx'
import { AskedHead } from '../../features/upload-requests/asked-head.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import classes from './asked-folder.module.css'
import { AskedPick } from './asked-pick.tsx'
import { useGuestActions } from './guest-actions.ts'
import { GuestBeside } from './guest-beside.tsx'
import { GuestSelectionBar } from './guest-selection-bar.tsx'
import { useAskedFolder } from './use-asked-folder.ts'
import { useGuestKeys } from './use-guest-keys.ts'

const Checklist = lazy(async () => ({
  default: (await import('../../features/upload-requests/checklist.tsx')).Checklist,
}))
/** There is nothing to list at first. */
const AskedSent = lazy(async () => ({ default: (await import('./asked-sent.tsx')).AskedSent }))
const FinishDialog = lazy(async () => ({
  default: (await import('../../features/upload-requests/finish-dialog.tsx')).FinishDialog,
}))

interface AskedFolderProps {
  asked: AskedUpload
  top: { id: string; name: string }
}

/** Everything a guest does while a request is open, in its top or a folder of his further down. */
export function AskedFolder({ asked, top }: AskedFolderProps) {
  const folder = useAskedFolder(asked, top)
  const { isTop, isNarrow, isSelecting, isFillable, listing } = folder
  const { documents, sent_files } = asked.attributes
  const actions = useGuestActions(folder)
  usePageTitle(isTop ? top.name : (listing.root?.attributes.name ?? top.name))
  useGuestKeys(folder)
  return (
    <DropZone folderId={folder.folderId} folderName={folder.folderName} drops={folder.drops}>
      <div className={classes.scroll}>
        <div className={classes.page}>
          <AskedHead asked={asked} isTop={isTop} />
          <Suspense>
            {isTop && documents.length > 0 && (
              <Checklist
                documents={documents}
                isReady={isFillable}
                onChoose={document => folder.upload(false, document)}
              />
            )}
          </Suspense>
          <AskedPick asked={asked} folder={folder} />
          {(!isTop || listing.rows.total > 0) && (
            <Suspense>
              <AskedSent asked={asked} folder={folder} actions={actions} />
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
      <GuestBeside folder={folder} canBring onArrived={folder.askAgain} />
    </DropZone>
  )
}

function Finish({ asked, isSending }: { asked: AskedUpload; isSending: boolean }) {
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
        {t('asked.finish')}
      </Button>
      {isOpen && (
        <Suspense>
          <FinishDialog asked={asked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
