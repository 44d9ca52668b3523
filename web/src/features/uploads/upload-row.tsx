import { Check, Folder, type LucideIcon, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import { timeLeftText, usePace } from './pace.ts'
import classes from './upload-row.module.css'
import { failureText } from './upload-texts.ts'
import { uploads } from './uploads.ts'
import type { UploadTask } from './uploads.types.ts'

interface UploadRowProps {
  task: UploadTask
}

export const UploadRow = memo(function UploadRow({ task }: UploadRowProps) {
  const { t } = useTranslation()
  const { state, name } = task
  const { queue } = uploads()
  const isSending = state === 'sending' || state === 'processing' || state === 'lost'
  const percent = task.size > 0 ? Math.min(100, (task.sent / task.size) * 100) : 0
  return (
    <div className={classes.row} data-state={state}>
      <span className={classes.face}>
        {task.file === null && task.size === 0 ? (
          <Folder size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <FileTile name={name} size={30} />
        )}
      </span>
      <div className={classes.texts}>
        <span className={classes.name} title={shownName(task.path || name)}>
          {shownName(name)}
        </span>
        <Status task={task} />
      </div>
      {state === 'failed' && (
        <RowButton
          icon={RotateCw}
          label={t('uploads.retry', { name })}
          onClick={() => queue.retry(task.id)}
        />
      )}
      {state === 'done' ? (
        <Check className={classes.done} size={18} strokeWidth={2} aria-hidden />
      ) : (
        <RowButton
          icon={X}
          label={t('uploads.cancel', { name })}
          onClick={() => queue.cancel(task.id)}
        />
      )}
      {isSending && (
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={t('uploads.progress_of', { name })}
          aria-valuenow={Math.floor(percent)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  )
})

interface RowButtonProps {
  icon: LucideIcon
  label: string
  onClick: () => void
}

/** Simpler than the shared icon button, because rows render several times a second. */
export function RowButton({ icon: Icon, label, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

function Status({ task }: UploadRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, size, sent, failure } = task
  const arrived = t('uploads.bytes_of', { sent: format.bytes(sent), size: format.bytes(size) })
  const bytesPerSecond = usePace(task)
  const speed =
    bytesPerSecond > 0 && t('uploads.per_second', { bytes: format.bytes(bytesPerSecond) })
  const texts = {
    waiting: sent > 0 ? arrived : t('uploads.waiting'),
    sending: [arrived, speed, timeLeftText(size - sent, bytesPerSecond)]
      .filter(Boolean)
      .join(' · '),
    processing: t('uploads.processing'),
    lost: t('uploads.lost'),
    failed: failure ? failureText(failure) : '',
    done: size > 0 ? format.bytes(size) : t('files.kind_folder'),
  }
  return (
    <span className={classes.status} title={state === 'failed' ? texts.failed : undefined}>
      {texts[state]}
    </span>
  )
}
