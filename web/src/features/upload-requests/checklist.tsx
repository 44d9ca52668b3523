import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { Button } from '@mantine/core'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { documentName } from './document-name.ts'
import classes from './guest-request.module.css'

type RequestedDocument = GuestUploadRequest['attributes']['documents'][number]

interface ChecklistProps {
  documents: readonly RequestedDocument[]
  isReady: boolean
  onChoose: (document: { tipo_id: string; subcategory_id: string }) => void
}

/** The requested documents, and which of them are missing. */
export function Checklist({ documents, isReady, onChoose }: ChecklistProps) {
  const { t } = useTranslation()
  const missing = documents.filter(document => document.is_missing).length
  return (
    <section className={classes.card} aria-labelledby="checklist">
      <header className={classes.cardHead}>
        <h2 id="checklist" className={classes.subtitle}>
          {t('guest_requests.checklist')}
        </h2>
        <span className={classes.size} role="status">
          {missing > 0
            ? t('guest_requests.still_missing', { count: missing })
            : t('guest_requests.all_there')}
        </span>
      </header>
      <ul className={classes.list}>
        {documents.map(document => (
          <ChecklistRow
            key={document.id}
            document={document}
            isReady={isReady}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </section>
  )
}

interface ChecklistRowProps extends Omit<ChecklistProps, 'documents'> {
  document: RequestedDocument
}

function ChecklistRow({ document, isReady, onChoose }: ChecklistRowProps) {
  const { t } = useTranslation()
  const { tipo_id, subcategory_id, is_missing } = document
  const name = documentName(document)
  const Mark = is_missing ? CircleDashed : CircleCheck
  return (
    <li className={classes.row}>
      <Mark
        size={20}
        strokeWidth={1.75}
        className={is_missing ? classes.missing : classes.received}
        aria-hidden
      />
      <span className={classes.name}>{name}</span>
      <span className={classes.size}>
        {t(is_missing ? 'guest_requests.missing' : 'guest_requests.there')}
      </span>
      <Button
        variant={is_missing ? 'default' : 'subtle'}
        size="xs"
        disabled={!isReady}
        aria-label={t(is_missing ? 'guest_requests.choose_for' : 'guest_requests.more_for', {
          name,
        })}
        onClick={() => onChoose({ tipo_id, subcategory_id: subcategory_id ?? '' })}
      >
        {t(is_missing ? 'guest_requests.choose_short' : 'guest_requests.choose_more')}
      </Button>
    </li>
  )
}
