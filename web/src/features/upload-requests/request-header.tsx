import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './guest-request.module.css'

/** The owner of a request, and in its root folder also the request itself. */
export function RequestHeader({ request, isTop }: { request: GuestUploadRequest; isTop: boolean }) {
  const { t } = useTranslation()
  const { attributes, relationships } = request
  const person = relationships.user.data.attributes
  return (
    <header className={classes.header}>
      <p className={classes.owner}>
        <Avatar person={person} size={32} />
        {t('guest_requests.lead', { name: person.name })}
      </p>
      {isTop && (
        <>
          <h1 className={classes.title}>{attributes.name}</h1>
          {attributes.note && <blockquote className={classes.note}>{attributes.note}</blockquote>}
          <Terms attributes={attributes} />
        </>
      )}
    </header>
  )
}

function Terms({ attributes }: Pick<GuestUploadRequest, 'attributes'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { expires_at, files_left, bytes_left, allowed_types } = attributes
  const terms = [
    expires_at && t('guest_requests.until', { date: format.dateTime(expires_at) }),
    files_left !== null && t('guest_requests.files_left', { count: files_left }),
    bytes_left !== null && t('guest_requests.bytes_left', { size: format.bytes(bytes_left) }),
    allowed_types &&
      t('guest_requests.types', { types: allowed_types.map(type => `.${type}`).join(', ') }),
  ].filter(term => typeof term === 'string')
  if (terms.length === 0) return null
  return <p className={classes.terms}>{terms.join(' · ')}</p>
}
