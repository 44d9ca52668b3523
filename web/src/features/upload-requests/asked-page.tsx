import type { AskedUpload } from '@coffer/contract/request-guests'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { askedQuery } from './asked.api.ts'
import classes from './asked-page.module.css'
import { Receipt } from './receipt.tsx'
import { SendFiles } from './send-files.tsx'

interface AskedPageProps {
  token: string
  /** What is shown for a link that is none. */
  missing: ReactNode
}

/** Spec §2, /request/:token/upload: active, filled or expired. */
export function AskedPage({ token, missing }: AskedPageProps) {
  const { t } = useTranslation()
  const { data: asked, error } = useQuery(askedQuery(token))
  usePageTitle(asked?.attributes.name ?? '')
  if (asked) return <Asked asked={asked} />
  if (error instanceof ApiError && error.status === 404) return missing
  if (error) return <EmptyState level={1} title={t('asked.failed')} />
  return (
    <div className={classes.page} aria-busy>
      <Skeleton height={28} width="60%" radius="md" />
      <Skeleton height={220} radius="md" />
    </div>
  )
}

function Asked({ asked }: { asked: AskedUpload }) {
  const { status } = asked.attributes
  return (
    <div className={classes.page}>
      {status === 'active' && (
        <>
          <Head asked={asked} />
          <SendFiles asked={asked} />
        </>
      )}
      {status !== 'active' && <Ended asked={asked} />}
    </div>
  )
}

function Head({ asked: { attributes, relationships } }: { asked: AskedUpload }) {
  const { t } = useTranslation()
  const { name, color } = relationships.user.data.attributes
  return (
    <header className={classes.head}>
      <p className={classes.asker}>
        <Avatar person={{ name, color }} size={32} />
        {t('asked.lead', { name })}
      </p>
      <h1 className={classes.title}>{attributes.name}</h1>
      {attributes.note && <blockquote className={classes.note}>{attributes.note}</blockquote>}
      <Terms attributes={attributes} />
    </header>
  )
}

function Terms({ attributes }: Pick<AskedUpload, 'attributes'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { expires_at, files_left, bytes_left, allowed_types } = attributes
  const terms = [
    expires_at && t('asked.until', { date: format.dateTime(expires_at) }),
    files_left !== null && t('asked.files_left', { count: files_left }),
    bytes_left !== null && t('asked.bytes_left', { size: format.bytes(bytes_left) }),
    allowed_types && t('asked.types', { types: allowed_types.map(type => `.${type}`).join(', ') }),
  ].filter(term => typeof term === 'string')
  if (terms.length === 0) return null
  return <p className={classes.terms}>{terms.join(' · ')}</p>
}

function Ended({ asked }: { asked: AskedUpload }) {
  const { t } = useTranslation()
  const { status, sent_files } = asked.attributes
  const { name } = asked.relationships.user.data.attributes
  const hasSent = sent_files > 0
  const end = status === 'expired' ? 'expired' : hasSent ? 'filled' : 'filled_none'
  return (
    <>
      <EmptyState level={1} title={t(`asked.${end}`)} text={t(`asked.${end}_text`, { name })} />
      {hasSent && <Receipt asked={asked} />}
    </>
  )
}
