import type { RemoteUploads } from '@coffer/contract/remote-uploads'
import { Button, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import classes from './failed-links-dialog.module.css'
import { remoteUploadsQuery, retryLinks } from './remote-uploads.api.ts'

/**
 * Takes the focus when it appears, because the dialog may have opened with only the Close button.
 */
const focusOnMount = (button: HTMLButtonElement | null): void => button?.focus()

/** Lists the links that could not be fetched, with the reasons. */
export function FailedLinksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // A cached state may belong to an earlier batch of links.
  const { data, isFetching, error } = useQuery({ ...remoteUploadsQuery, refetchOnMount: 'always' })
  const isLoading = isFetching && !data?.failures.length
  const retry = () => {
    onClose()
    void retryLinks(queries).catch(failurePopup)
  }
  return (
    <DialogBox opened onClose={onClose} title={t('remote.failed_title')} className={classes.box}>
      {isLoading ? (
        <Loader size="sm" className={classes.loader} aria-label={t('remote.asking')} />
      ) : (
        <FailureSummary state={data} isUnknown={error !== null} />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('remote.close')}
        </Button>
        {!!data?.failures.length && (
          <Button data-autofocus ref={focusOnMount} onClick={retry}>
            {t('remote.retry')}
          </Button>
        )}
      </DialogButtons>
    </DialogBox>
  )
}

interface FailureSummaryProps {
  state: RemoteUploads | null | undefined
  isUnknown: boolean
}

function FailureSummary({ state, isUnknown }: FailureSummaryProps) {
  const { t } = useTranslation()
  if (state?.failures.length) return <Failures state={state} />
  return <p className={classes.text}>{t(isUnknown ? 'remote.unknown' : 'remote.none_failed')}</p>
}

function Failures({ state: { failures, failed } }: { state: RemoteUploads }) {
  const { t } = useTranslation()
  const more = failed - failures.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard.
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
