import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ListRest } from '../../ui/list-rest.tsx'
import classes from './guest-request.module.css'
import { receiptQuery } from './guest-requests.api.ts'

/** The receipt for the files sent from this browser, with their hashes. */
export function Receipt({ request }: { request: GuestUploadRequest }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { token, name, sent_files, sent_bytes } = request.attributes
  const query = useInfiniteQuery(receiptQuery(token))
  const [showsDetails, setShowsDetails] = useState(false)
  const files = query.data?.pages.flatMap(page => page.data) ?? []
  return (
    <section className={classes.card} aria-labelledby="receipt">
      <h2 id="receipt" className={classes.subtitle}>
        {t('guest_requests.receipt')}: {name}
      </h2>
      <p className={classes.terms}>
        {t('guest_requests.total', { count: sent_files, size: format.bytes(sent_bytes) })}
      </p>
      <ul className={classes.list}>
        {files.map(({ id, attributes }) => (
          <li key={id} className={classes.file}>
            <span className={classes.name}>{shownName(attributes.name)}</span>
            <span className={classes.size}>{format.bytes(attributes.size_bytes)}</span>
            {showsDetails && (
              <code className={classes.hash}>
                {attributes.sha256
                  ? `${t('guest_requests.hash')} ${attributes.sha256}`
                  : t('guest_requests.hash_coming')}
              </code>
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        className={classes.details}
        aria-expanded={showsDetails}
        onClick={() => setShowsDetails(!showsDetails)}
      >
        {t('files.details')}
      </Button>
      <ListRest query={query} label={t('upload_requests.more')} />
    </section>
  )
}
