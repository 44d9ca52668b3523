import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListRest } from '../../ui/list-rest.tsx'
import { useClosing } from './closing.ts'
import { useRequestFacts } from './request-facts.ts'
import { requestsQuery } from './requests.api.ts'
import classes from './requests-dialog.module.css'

interface OwnRequestsProps {
  onCopy: (link: string) => void
  onChange: (request: UploadRequest) => void
  /** Called when a folder of the list is opened. */
  onLeave: () => void
}

/** The upload requests of the user with their status. */
export function OwnRequests(props: OwnRequestsProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(requestsQuery)
  const requests = query.data?.pages.flatMap(page => page.data)
  return (
    <section className={classes.own} aria-labelledby="own-requests">
      <h3 id="own-requests">{t('upload_requests.own')}</h3>
      {query.isPending && <Skeleton height={44} radius="md" />}
      {requests?.length === 0 && <p className={classes.lead}>{t('upload_requests.none')}</p>}
      <ul className={classes.list}>
        {requests?.map(request => (
          <Row key={request.id} request={request} {...props} />
        ))}
      </ul>
      <ListRest query={query} label={t('upload_requests.more')} />
    </section>
  )
}

interface RowProps extends OwnRequestsProps {
  request: UploadRequest
}

function Row({ request, onCopy, onChange, onLeave }: RowProps) {
  const { t } = useTranslation()
  const close = useClosing()
  const facts = useRequestFacts()(request)
  const { name, link, status } = request.attributes
  const folder = request.relationships.folder.data
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        {folder ? (
          <Link
            to="/platform/files/{-$id}"
            params={{ id: folder.id }}
            className={classes.folder}
            onClick={onLeave}
          >
            {name}
          </Link>
        ) : (
          name
        )}
        <span className={classes.facts}>{facts}</span>
      </span>
      {status === 'active' && (
        <>
          <IconButton
            icon={Copy}
            size="small"
            label={t('upload_requests.copy_of', { name })}
            onClick={() => onCopy(link)}
          />
          <IconButton
            icon={Pencil}
            size="small"
            label={t('upload_requests.change_of', { name })}
            onClick={() => onChange(request)}
          />
          <Button
            variant="default"
            size="xs"
            aria-label={t('upload_requests.close_of', { name })}
            onClick={() => void close(request)}
          >
            {t('upload_requests.close')}
          </Button>
        </>
      )}
    </li>
  )
}
