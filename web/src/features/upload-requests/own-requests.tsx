import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { requestsQuery, useRequestCalls } from './requests.api.ts'
import classes from './requests-dialog.module.css'

/** One's own requests, with what has become of them. */
export function OwnRequests({ onCopy }: { onCopy: (link: string) => void }) {
  const { t } = useTranslation()
  const { data, isError, hasNextPage, fetchNextPage } = useInfiniteQuery(requestsQuery)
  const requests = data?.pages.flatMap(page => page.data)
  return (
    <section className={classes.own} aria-labelledby="own-requests">
      <h3 id="own-requests">{t('requests.own')}</h3>
      {isError && !requests && <p role="alert">{t('requests.failed')}</p>}
      {!isError && !requests && <Skeleton height={44} radius="md" />}
      {requests?.length === 0 && <p className={classes.lead}>{t('requests.none')}</p>}
      <ul className={classes.list}>
        {requests?.map(request => (
          <Row key={request.id} request={request} onCopy={onCopy} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          {t('requests.more')}
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  request: UploadRequest
  onCopy: (link: string) => void
}

function Row({ request: { id, attributes }, onCopy }: RowProps) {
  const { t } = useTranslation()
  const { close } = useRequestCalls()
  const { name, link, status } = attributes
  const end = async () => {
    const agreed = await confirmPopup({
      title: t('requests.close_title', { name }),
      message: t('requests.close_text'),
      confirm: t('requests.close'),
      danger: true,
    })
    if (agreed) await close(id).catch(failurePopup)
  }
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        {name}
        <Facts attributes={attributes} />
      </span>
      {status === 'active' && (
        <>
          <IconButton
            icon={Copy}
            size="small"
            label={t('requests.copy_of', { name })}
            onClick={() => onCopy(link)}
          />
          <Button
            variant="default"
            size="xs"
            aria-label={t('requests.close_of', { name })}
            onClick={() => void end()}
          >
            {t('requests.close')}
          </Button>
        </>
      )}
    </li>
  )
}

function Facts({ attributes }: Pick<UploadRequest, 'attributes'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { status, is_open, received_files: count, expires_at, documents } = attributes
  const missing = documents.filter(one => one.is_missing).length
  const state = status === 'active' && !is_open ? 'paused' : status
  const facts = [
    t(`requests.status_${state}`),
    count > 0 && t('requests.received', { count }),
    missing > 0 && t('requests.missing', { count: missing }),
    is_open && expires_at && t('asked.until', { date: format.dateTime(expires_at) }),
  ].filter(Boolean)
  return <span className={classes.facts}>{facts.join(' · ')}</span>
}
