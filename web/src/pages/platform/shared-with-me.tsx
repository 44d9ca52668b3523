import { useParams } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FlatFiles } from './flat-files.tsx'

/** Spec §2, /platform/shared-with-me/:id?. */
export function SharedWithMePage() {
  const { t } = useTranslation()
  const { id = null } = useParams({ strict: false })
  return (
    <FlatFiles
      shelf={{ place: 'shared', folderId: id }}
      top={t('places.shared_with_me')}
      empty={{
        ...{ icon: Inbox, title: t('teams.shared_empty') },
        text: t('teams.shared_empty_text'),
      }}
    />
  )
}
