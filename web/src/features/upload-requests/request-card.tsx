import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button } from '@mantine/core'
import { MailQuestion, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { InfoButtons, InfoCard, InfoFacts } from '../../ui/info-card.tsx'
import { useRequestFacts } from './request-facts.ts'

interface RequestCardProps {
  /** The request for this folder, or null. */
  request: UploadRequest | null
  onCreate: () => void
  onCopy: (link: string) => void
  onChange: (request: UploadRequest) => void
}

/** The upload request of a folder in its details. */
export function RequestCard({ request, onCreate, onCopy, onChange }: RequestCardProps) {
  const { t } = useTranslation()
  const facts = useRequestFacts()
  const isActive = request?.attributes.status === 'active'
  return (
    <InfoCard
      label={t('upload_requests.section')}
      title={t(request ? 'upload_requests.of_folder' : 'upload_requests.section')}
      icon={MailQuestion}
      mark={
        !isActive && (
          <Button variant="default" onClick={onCreate}>
            {t('upload_requests.ask_short')}
          </Button>
        )
      }
    >
      {request && <InfoFacts>{facts(request)}</InfoFacts>}
      {request && isActive && (
        <InfoButtons>
          <Button variant="default" onClick={() => onCopy(request.attributes.link)}>
            {t('upload_requests.copy')}
          </Button>
          <IconButton
            icon={Pencil}
            label={t('upload_requests.change_of', { name: request.attributes.name })}
            onClick={() => onChange(request)}
          />
        </InfoButtons>
      )}
    </InfoCard>
  )
}
