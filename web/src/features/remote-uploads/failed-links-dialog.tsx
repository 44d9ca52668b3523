import type { RemoteUploads } from '@coffer/contract/remote-uploads'
import { Button, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import classes from './failed-links-dialog.module.css'
import { remoteUploadsQuery, retryLinks } from './remote-uploads.api.ts'

/** It may come after the dialog has opened, with the answer, when only Close was there to have the focus. */
const focusAtOnce = (button: HTMLButtonElement | null): void => button?.focus()

/** Which files could not be fetched, and why. */
export function FailedLinksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // Whatever is known of a round that is over may be of an older one.
  const { data, isFetching, error } = useQuery({ ...remoteUploadsQuery, refetchOnMount: 'always' })
  const isAsking = isFetching && !data?.failures.length
  const retry = (failures: RemoteUploads['failures']) => {
    onClose()
    void retryLinks(queries, failures).catch(failurePopup)
  }
  return (
    <DialogBox opened onClose={onClose} title={t('remote.failed_title')} className={classes.box}>
      {isAsking ? (
        <Loader size="sm" className={classes.loader} aria-label={t('remote.asking')} />
      ) : (
        <Told state={data} isUnknown={error !== null} />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('remote.close')}
        </Button>
        {!!data?.failures.length && (
          <Button data-autofocus ref={focusAtOnce} onClick={() => retry(data.failures)}>
            {t('remote.retry')}
          </Button>
        )}
      </DialogButtons>
    </DialogBox>
  )
}

interface ToldProps {
  state: RemoteUploads | null | undefined
  isUnknown: boolean
}

function Told({ state, isUnknown }: ToldProps) {
  const { t } = useTranslation()
  if (state?.failures.length) return <Failures state={state} />
  return <p className={classes.text}>{t(isUnknown ? 'remote.unknown' : 'remote.none_failed')}</p>
}

function Failures({ state: { failures, failed } }: { state: RemoteUploads }) {
  const { t } = useTranslation()
  const more = failed - failures.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard.
    <section className={classes.failures} aria-label={t('remote.failed_title')} tabIndex={0}>
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
