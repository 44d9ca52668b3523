import { Clock, Files, Folder, Inbox, Link as LinkIcon, Trash2, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { PanelGroup, PanelLink } from '../../ui/panel-link.tsx'

/** Navigation links to all locations. */
export function Places() {
  const { t } = useTranslation()
  return (
    <PanelGroup>
      <PanelLink to="/platform/files/{-$id}" params={NO_FOLDER} icon={Folder}>
        {t('places.files')}
      </PanelLink>
      <PanelLink to="/platform/recent-uploads" icon={Clock}>
        {t('places.recent_uploads')}
      </PanelLink>
      <PanelLink to="/platform/my-shared-items" icon={LinkIcon}>
        {t('places.my_shared_items')}
      </PanelLink>
      <PanelLink to="/platform/shared-with-me/{-$id}" params={NO_FOLDER} icon={Inbox}>
        {t('places.shared_with_me')}
      </PanelLink>
      <PanelLink to="/platform/team-folders/{-$id}" params={NO_FOLDER} icon={Users}>
        {t('places.team_folders')}
      </PanelLink>
      <PanelLink to="/platform/all-files/{-$id}" params={NO_FOLDER} icon={Files}>
        {t('places.all_files')}
      </PanelLink>
      <PanelLink to="/platform/trash/{-$id}" params={NO_FOLDER} icon={Trash2}>
        {t('places.trash')}
      </PanelLink>
    </PanelGroup>
  )
}
