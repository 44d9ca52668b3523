import type { RemoteUploads } from '@coffer/contract/remote-uploads'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { Link, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import classes from './remote-bar.module.css'
import { cancelLinks } from './remote-uploads.api.ts'

interface RemoteBarProps {
  state: RemoteUploads
  onWhy: () => void
}

/** The progress bar of remote uploads, with processed, total and failed links. */
export function RemoteBar({ state, onWhy }: RemoteBarProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const confirmAndCancel = async () => {
    if (await confirmCancel()) await cancelLinks(queries).catch(failurePopup)
  }
  return (
    <section className={classes.bar} aria-label={t('remote.title')}>
      <div className={classes.row}>
        <BarText state={state} />
        {state.failed > 0 && (
          <button type="button" className={classes.action} onClick={onWhy}>
            {t('remote.why')}
          </button>
        )}
        <IconButton
          icon={X}
          label={t('remote.cancel')}
          size="small"
          onClick={() => void confirmAndCancel()}
        />
      </div>
      <Progress state={state} />
    </section>
  )
}

const confirmCancel = (): Promise<boolean> =>
  confirmPopup({
    title: i18next.t('remote.cancel_title'),
    message: i18next.t('remote.cancel_text'),
    confirm: i18next.t('remote.cancel_confirm'),
    danger: true,
  })

function BarText({ state }: { state: RemoteUploads }) {
  const { t } = useTranslation()
  const { total, processed, failed, current } = state
  return (
    <div className={classes.text}>
      <Link size={17} strokeWidth={1.75} aria-hidden className={classes.icon} />
      <strong role="status">{t('remote.running', { processed, total })}</strong>
      {failed > 0 && <span className={classes.failed}>{t('remote.failed', { failed })}</span>}
      {current && <Current current={current} />}
    </div>
  )
}

function Current({ current }: { current: NonNullable<RemoteUploads['current']> }) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const { name, url, received_bytes, size_bytes } = current
  const received = bytes(received_bytes)
  return (
    <span className={classes.current}>
      <span className={classes.name}>{shownName(name ?? hostOf(url))}</span>
      {received_bytes > 0 && (
        <span className={classes.bytes}>
          {size_bytes === null
            ? received
            : t('remote.bytes', { received, size: bytes(size_bytes) })}
        </span>
      )}
    </span>
  )
}

const hostOf = (url: string): string => new URL(url).host

/** All links, including the received part of the current one if its size is known. */
function Progress({ state: { total, processed, current } }: { state: RemoteUploads }) {
  const { t } = useTranslation()
  const fraction = current?.size_bytes
    ? Math.min(1, current.received_bytes / current.size_bytes)
    : 0
  const percent = Math.floor(((processed + fraction) / total) * 100)
  return (
    <div
      className={classes.progress}
      role="progressbar"
      aria-label={t('remote.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  )
}
