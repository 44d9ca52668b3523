import type { UploadRequest } from '@coffer/contract/upload-requests'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'

/** Returns a function that summarises the status of a request in one line. */
export function useRequestFacts(): (request: UploadRequest) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ attributes }) => {
    const { status, is_open, received_files: count, expires_at, documents } = attributes
    const missing = documents.filter(document => document.is_missing).length
    const state = status === 'active' && !is_open ? 'paused' : status
    const facts = [
      t(`upload_requests.status_${state}`),
      count > 0 && t('upload_requests.received', { count }),
      missing > 0 && t('upload_requests.missing', { count: missing }),
      is_open && expires_at && t('guest_requests.until', { date: format.dateTime(expires_at) }),
    ]
    return facts.filter(Boolean).join(' · ')
  }
}
