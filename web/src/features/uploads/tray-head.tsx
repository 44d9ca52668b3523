import type { TFunction } from 'i18next'
import { ChevronDown, ChevronUp, CircleCheck, Pause, Play, Upload, X } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { confirmPopup } from '../../ui/popups/popups.ts'
import { timeLeftText } from './pace.ts'
import type { Paused, UploadsSnapshot } from './task-store.ts'
import classes from './tray-head.module.css'
import { uploads } from './uploads.ts'
import { isRunning } from './use-uploads.ts'

interface TrayHeadProps {
  snapshot: UploadsSnapshot
  isOpen: boolean
  onToggle: () => void
}

/** Shows the overall state and the actions for all uploads. */
export function TrayHead({ snapshot, isOpen, onToggle }: TrayHeadProps) {
  const running = isRunning(snapshot)
  const Icon = running ? Upload : CircleCheck
  const timeLeft = useTimeLeft(snapshot)
  return (
    <header className={classes.head}>
      <Icon size={18} strokeWidth={1.75} aria-hidden className={classes.icon} />
      <div className={classes.texts}>
        <h2 className={classes.title}>
          <span role="status">{useTitle(snapshot)}</span>
        </h2>
        {timeLeft && <span className={classes.timeLeft}>{timeLeft}</span>}
      </div>
      <HeadButtons
        isRunning={running}
        failedCount={snapshot.counts.failed}
        paused={snapshot.paused}
        isOpen={isOpen}
        onToggle={onToggle}
      />
    </header>
  )
}

interface HeadButtonsProps {
  isRunning: boolean
  failedCount: number
  paused: Paused
  isOpen: boolean
  onToggle: () => void
}

/** A separate component, because the texts change several times a second. */
const HeadButtons = memo(function HeadButtons({
  isRunning,
  failedCount,
  paused,
  isOpen,
  onToggle,
}: HeadButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      {isRunning && paused !== 'session' && <PauseButton isPaused={paused !== null} />}
      <IconButton
        icon={isOpen ? ChevronDown : ChevronUp}
        label={t(isOpen ? 'uploads.collapse' : 'uploads.expand')}
        size="small"
        tooltip="top"
        aria-expanded={isOpen}
        onClick={onToggle}
      />
      <IconButton
        icon={X}
        label={t(isRunning ? 'uploads.cancel_all' : 'uploads.close')}
        size="small"
        tooltip="top"
        className={isRunning && !isOpen ? classes.spare : undefined}
        onClick={() => void close(isRunning, failedCount, t)}
      />
    </>
  )
})

function PauseButton({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation()
  const { queue } = uploads()
  return (
    <IconButton
      icon={isPaused ? Play : Pause}
      label={t(isPaused ? 'uploads.resume' : 'uploads.pause')}
      size="small"
      tooltip="top"
      onClick={() => (isPaused ? queue.resume() : queue.pause())}
    />
  )
}

/** Asks first when uploads are running, or failed ones could still be retried. */
async function close(running: boolean, failedCount: number, t: TFunction): Promise<void> {
  const texts = running
    ? {
        title: t('uploads.cancel_all_title'),
        message: t('uploads.cancel_all_text'),
        confirm: t('uploads.cancel_all'),
      }
    : {
        title: t('uploads.discard_title', { count: failedCount }),
        message: t('uploads.discard_text'),
        confirm: t('uploads.discard'),
      }
  const confirmed =
    (!running && failedCount === 0) || (await confirmPopup({ ...texts, danger: true }))
  if (confirmed) uploads().cancelAll()
}

function useTitle(snapshot: UploadsSnapshot): string {
  const { t } = useTranslation()
  const { counts, paused, isLost } = snapshot
  const total = counts.done + counts.failed + counts.begun + counts.waiting
  if (!isRunning(snapshot)) {
    if (counts.done === 0) return t('uploads.failed', { count: counts.failed })
    const done = t('uploads.done', { count: counts.done })
    return counts.failed === 0 ? done : t('uploads.done_and_failed', { done, count: counts.failed })
  }
  if (paused) return t('uploads.paused', { done: counts.done, total })
  if (isLost) return t('uploads.lost')
  return t('uploads.running', { done: counts.done, total })
}

function useTimeLeft(snapshot: UploadsSnapshot): string | null {
  const { bytesPerSecond, totalBytes, sentBytes, paused, isLost } = snapshot
  if (paused || isLost || !isRunning(snapshot)) return null
  return timeLeftText(totalBytes - sentBytes, bytesPerSecond)
}
