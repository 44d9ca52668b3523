import { Clock } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { dayHeadings } from '../../features/browse/day-headings.ts'
import { whereDetails } from '../../features/browse/where-details.tsx'
import { FlatFiles } from './flat-files.tsx'

/** The page /platform/recent-uploads (APP-3). */
export function RecentUploadsPage() {
  const { t } = useTranslation()
  const { id: me } = useUser()
  const details = useMemo(() => whereDetails(me, 'created_at'), [me])
  return (
    <FlatFiles
      location={{ place: 'latest', folderId: null }}
      top={t('places.recent_uploads')}
      details={details}
      date={{ field: 'created_at', label: t('files.added'), headingsOf: dayHeadings }}
      empty={{ icon: Clock, title: t('recent.empty'), text: t('recent.empty_text') }}
    />
  )
}
