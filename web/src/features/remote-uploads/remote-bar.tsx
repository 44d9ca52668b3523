import type { RemoteUploads } from '@coffer/contract/remote-uploads'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, CircleAlert, Link, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import classes from './remote-bar.module.css'
import { giveUpLinks, isOver, retryLinks } from './remote-uploads.api.ts'

/** Spec §2: the remote-upload bar, with processed, total and the failed count. */
export function RemoteBar({ state }: { state: RemoteUploads }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const over = isOver(state)
  const leave = async () => {
    if (over || (await agreesToStop(t))) await giveUpLinks(queries).catch(failurePopup)
  }
  return (
    <section className={classes.bar} aria-label={t('remote.title')} data-over={over || undefined}>
      <div className={classes.line}>
        <Words state={state} />
        {over && (
          <button
            type="button"
            className={classes.action}
            onClick={() => void retryLinks(queries, state.failures).catch(failurePopup)}
          >
            {t('remote.retry')}
          </button>
        )}
        {state.failures.length > 0 && (
          <button
            type="button"
            className={classes.action}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('remote.why')}
            {isOpen ? (
              <ChevronUp size={15} strokeWidth={2} aria-hidden />
            ) : (
              <ChevronDown size={15} strokeWidth={2} aria-hidden />
            )}
          </button>
        )}
        <IconButton
          icon={X}
          label={t(over ? 'remote.close' : 'remote.cancel')}
          size="small"
          onClick={() => void leave()}
        />
      </div>
      {isOpen && state.failures.length > 0 && <Failures state={state} />}
      {!over && <Progress state={state} />}
    </section>
  )
}

const agreesToStop = (t: ReturnType<typeof useTranslation>['t']): Promise<boolean> =>
  confirmPopup({
    title: t('remote.cancel_title'),
    message: t('remote.cancel_text'),
    confirm: t('remote.cancel_confirm'),
    danger: true,
  })

function Words({ state }: { state: RemoteUploads }) {
  const { t } = useTranslation()
  const { total, processed, failed, current } = state
  const over = isOver(state)
  const Icon = over ? CircleAlert : Link
  return (
    <div className={classes.words}>
      <Icon size={17} strokeWidth={1.75} aria-hidden className={classes.icon} />
      <strong role="status">
        {over
          ? t('remote.over', { done: total - failed, total })
          : t('remote.running', { processed, total })}
      </strong>
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
      <span className={classes.name}>{name ?? hostOf(url)}</span>
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

/** All of them, and what has come of the present one where its size is known. */
function Progress({ state: { total, processed, current } }: { state: RemoteUploads }) {
  const { t } = useTranslation()
  const part = current?.size_bytes ? Math.min(1, current.received_bytes / current.size_bytes) : 0
  const percent = Math.floor(((processed + part) / total) * 100)
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

function Failures({ state: { failures, failed } }: { state: RemoteUploads }) {
  const { t } = useTranslation()
  const more = failed - failures.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard.
    <section className={classes.failures} aria-label={t('remote.failures')} tabIndex={0}>
      <ul>
        {failures.map(({ id, url, problem }) => (
          <li key={id}>
            <span className={classes.url} title={url}>
              {url.replace(/^https?:\/\//, '')}
            </span>
            <span className={classes.reason}>{problem.detail}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('remote.failures_more', { count: more })}</p>}
    </section>
  )
}
