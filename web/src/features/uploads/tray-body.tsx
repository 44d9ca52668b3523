import { CircleAlert, FolderX, RotateCw } from 'lucide-react'
import { type ComponentType, memo, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiScope } from '../../lib/api-scope.ts'
import { isParentMissing } from './classify-response.ts'
import type { Rejection } from './rejections.ts'
import { ResumableNotice } from './resumable-notice.tsx'
import type { StoredUpload } from './stored-upload.ts'
import type { UploadsSnapshot } from './task-store.ts'
import { TrayHead } from './tray-head.tsx'
import { TrayList } from './tray-list.tsx'
import { TrayNote } from './tray-note.tsx'
import { reasonText, showRejections } from './upload-texts.ts'
import classes from './upload-tray.module.css'
import { uploads } from './uploads.ts'
import type { UploadTask } from './uploads.types.ts'
import { isRunning, percentOf } from './use-uploads.ts'
import { type Uploaded, withoutDocument } from './without-document.ts'

export interface TrayBodyProps {
  snapshot: UploadsSnapshot
  resumable: readonly StoredUpload[]
  onChooseFolder: () => void
  /** Offers actions for all finished uploads. */
  afterwards?: ComponentType<{ uploaded: readonly Uploaded[] }>
  /**
   * Called to sign in or unlock. The page must stay open, because its files can't be chosen again.
   */
  onLocked: () => void
}

const isGone = (stranded: readonly UploadTask[]): boolean =>
  stranded.every(({ failure }) => failure !== null && isParentMissing(failure))

/** The tray. Loaded when there is something to show. */
export function TrayBody({
  snapshot,
  resumable,
  onChooseFolder,
  onLocked,
  afterwards: Afterwards,
}: TrayBodyProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 768px)').matches)
  const toggle = useCallback(() => setOpen(open => !open), [])
  const { queue } = uploads()
  return (
    <section
      className={classes.tray}
      data-open={(isOpen && snapshot.ids.length > 0) || undefined}
      aria-label={t('uploads.title')}
      tabIndex={-1}
    >
      {snapshot.ids.length > 0 && (
        <TrayHead snapshot={snapshot} isOpen={isOpen} onToggle={toggle} />
      )}
      <TotalProgress snapshot={snapshot} />
      {snapshot.paused === 'session' && <SignedOut onLocked={onLocked} />}
      {isOpen && snapshot.ids.length > 0 && <TrayList snapshot={snapshot} store={queue.store} />}
      <UploadNotices
        failed={snapshot.counts.failed - snapshot.stranded}
        rejected={snapshot.rejected}
        isOver={!isRunning(snapshot)}
      />
      {snapshot.stranded > 0 && (
        <TrayNote
          icon={FolderX}
          danger
          title={t(
            isGone(queue.store.stranded()) ? 'uploads.stranded' : 'uploads.stranded_refused',
          )}
          text={t('uploads.stranded_text', { count: snapshot.stranded })}
          action={t('uploads.choose_other')}
          onAction={onChooseFolder}
        />
      )}
      {Afterwards && !isRunning(snapshot) && snapshot.counts.done > 0 && (
        <Suspense>
          <Afterwards uploaded={withoutDocument(queue.store)} />
        </Suspense>
      )}
      <ResumableNotice resumable={resumable} />
    </section>
  )
}

/** Progress of all uploads; hidden while there is only one. */
function TotalProgress({ snapshot }: { snapshot: UploadsSnapshot }) {
  const { t } = useTranslation()
  if (!isRunning(snapshot) || snapshot.ids.length < 2) return null
  const percent = percentOf(snapshot)
  return (
    <div
      className={classes.total}
      role="progressbar"
      aria-label={t('uploads.progress')}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  )
}

interface UploadNoticesProps {
  failed: number
  rejected: readonly Rejection[]
  isOver: boolean
}

const UploadNotices = memo(function UploadNotices({
  failed,
  rejected,
  isOver,
}: UploadNoticesProps) {
  const { t } = useTranslation()
  const reasons = [...new Set(rejected.map(reasonText))]
  return (
    <>
      {failed > 0 && (
        <TrayNote
          icon={RotateCw}
          danger
          title={t('uploads.failed', { count: failed })}
          action={t('uploads.retry_failed')}
          onAction={() => uploads().queue.retryFailed()}
        />
      )}
      {rejected.length > 0 && (
        <TrayNote
          icon={CircleAlert}
          danger
          title={t('uploads.refused', { count: rejected.length })}
          text={reasons.join(', ')}
          action={t('uploads.show')}
          onAction={() => showRejections(rejected)}
          dismiss={isOver ? t('uploads.close') : undefined}
          onDismiss={() => uploads().queue.store.clearFinished()}
        />
      )}
    </>
  )
})

function SignedOut({ onLocked }: Pick<TrayBodyProps, 'onLocked'>) {
  const { t } = useTranslation()
  const isGuest = useApiScope().guest !== null
  return (
    <TrayNote
      icon={CircleAlert}
      title={t(isGuest ? 'guest_shares.locked_again' : 'uploads.signed_out')}
      text={t(isGuest ? 'guest_shares.locked_again_text' : 'uploads.signed_out_text')}
      action={t(isGuest ? 'guest_shares.unlock' : 'uploads.sign_in')}
      onAction={onLocked}
    />
  )
}
