import { useParams } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FlatFiles } from './flat-files.tsx'

/** The page /platform/team-folders/:id? (APP-3). */
export function TeamFoldersPage() {
  const { t } = useTranslation()
  const { id = null } = useParams({ strict: false })
  return (
    <FlatFiles
      location={{ place: 'team', folderId: id }}
      top={t('places.team_folders')}
      empty={{ icon: Users, title: t('teams.empty'), text: t('teams.empty_text') }}
      topActions={files => [
        {
          label: t('teams.new'),
          icon: Users,
          run: files.newTeam,
        },
      ]}
    />
  )
}
