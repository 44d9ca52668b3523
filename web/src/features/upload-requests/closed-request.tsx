import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import type { RequestedDocument } from '@coffer/contract/upload-requests'
import { CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Scene } from '../../ui/scene.tsx'
import { documentName } from './document-name.ts'
import classes from './guest-request.module.css'
import { Receipt } from './receipt.tsx'

/** The end of an upload request, and what this guest has sent. */
export function EndedRequest({ request }: { request: GuestUploadRequest }) {
  const { t } = useTranslation()
  const { status, sent_files, documents } = request.attributes
  const { name } = request.relationships.user.data.attributes
  const hasSent = sent_files > 0
  const end = status === 'expired' ? 'expired' : hasSent ? 'filled' : 'filled_none'
  const missing = end === 'filled' ? documents.filter(document => document.is_missing) : []
  const title = t(missing.length > 0 ? 'guest_requests.filled_missing' : `guest_requests.${end}`)
  usePageTitle(title)
  return (
    <div className={classes.end}>
      <EmptyState
        level={1}
        picture={<Scene time={hasSent ? 'evening' : 'night'} />}
        title={title}
        text={t(`guest_requests.${end}_text`, { name })}
      />
      {missing.length > 0 && <NotSent documents={missing} />}
      {hasSent && <Receipt request={request} />}
    </div>
  )
}

function NotSent({ documents }: { documents: readonly RequestedDocument[] }) {
  const { t } = useTranslation()
  return (
    <section className={classes.card} aria-labelledby="not-sent">
      <h2 id="not-sent" className={classes.subtitle}>
        {t('guest_requests.not_sent')}
      </h2>
      <ul className={classes.list}>
        {documents.map(document => (
          <li key={document.id} className={classes.row}>
            <CircleDashed size={20} strokeWidth={1.75} className={classes.missing} aria-hidden />
            <span className={classes.name}>{documentName(document)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
