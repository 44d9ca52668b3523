import { useParams } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FlatFiles } from './flat-files.tsx'

/** The page /platform/shared-with-me/:id? (APP-3). */
export function SharedWithMePage() {
  const { t } = useTranslation()
  const { id = null } = useParams({ strict: false })
  return (
    <FlatFiles
      location={{ place: 'shared', folderId: id }}
      top={t('places.shared_with_me')}
      empty={{
        icon: Inbox,
        title: t('teams.shared_empty'),
        text: t('teams.shared_empty_text'),
      }}
    />
  )
}
