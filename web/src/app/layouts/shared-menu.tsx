import { Inbox, Link as LinkIcon, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { PanelLink } from '../../ui/panel-link.tsx'

export function SharedMenu({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <PanelLink to="/platform/my-shared-items" icon={LinkIcon} onClick={onChoose}>
        {t('places.my_shared_items')}
      </PanelLink>
      <PanelLink
        to="/platform/shared-with-me/{-$id}"
        params={NO_FOLDER}
        icon={Inbox}
        onClick={onChoose}
      >
        {t('places.shared_with_me')}
      </PanelLink>
      <PanelLink
        to="/platform/team-folders/{-$id}"
        params={NO_FOLDER}
        icon={Users}
        onClick={onChoose}
      >
        {t('places.team_folders')}
      </PanelLink>
    </>
  )
}
