import type { AskedUpload } from '@coffer/contract/request-guests'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Scene } from '../../ui/scene.tsx'
import classes from './asked.module.css'
import { Receipt } from './receipt.tsx'

/** What has become of a request, and what this guest has sent for it. */
export function EndedRequest({ asked }: { asked: AskedUpload }) {
  const { t } = useTranslation()
  const { status, sent_files } = asked.attributes
  const { name } = asked.relationships.user.data.attributes
  const hasSent = sent_files > 0
  const end = status === 'expired' ? 'expired' : hasSent ? 'filled' : 'filled_none'
  const title = t(`asked.${end}`)
  usePageTitle(title)
  return (
    <div className={classes.end}>
      <EmptyState
        level={1}
        picture={<Scene time={hasSent ? 'evening' : 'night'} />}
        title={title}
        text={t(`asked.${end}_text`, { name })}
      />
      {hasSent && <Receipt asked={asked} />}
    </div>
  )
}
