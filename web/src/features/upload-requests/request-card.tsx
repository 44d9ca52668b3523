import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button } from '@mantine/core'
import { MailQuestion, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './request-card.module.css'
import { useRequestFacts } from './request-facts.ts'

interface RequestCardProps {
  /** Whose folder it is; null where nothing is asked for by it. */
  request: UploadRequest | null
  onAsk: () => void
  onCopy: (link: string) => void
  onChange: (request: UploadRequest) => void
}

/** Whether files are asked for into a folder, beside what else is known of it. */
export function RequestCard({ request, onAsk, onCopy, onChange }: RequestCardProps) {
  const { t } = useTranslation()
  const facts = useRequestFacts()
  const isActive = request?.attributes.status === 'active'
  return (
    <section className={classes.card} aria-label={t('requests.section')}>
      <header className={classes.head}>
        <MailQuestion size={17} strokeWidth={1.75} aria-hidden />
        <h3>{t(request ? 'requests.of_folder' : 'requests.section')}</h3>
        {!isActive && (
          <Button variant="default" onClick={onAsk}>
            {t('requests.ask_short')}
          </Button>
        )}
      </header>
      {request && <p className={classes.facts}>{facts(request)}</p>}
      {request && isActive && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => onCopy(request.attributes.link)}>
            {t('requests.copy')}
          </Button>
          <IconButton
            icon={Pencil}
            label={t('requests.change_of', { name: request.attributes.name })}
            onClick={() => onChange(request)}
          />
        </div>
      )}
    </section>
  )
}
