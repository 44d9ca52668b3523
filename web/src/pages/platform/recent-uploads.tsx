import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dayHeadings } from '../../features/browse/day-headings.ts'
import { FlatFiles } from './flat-files.tsx'

/** Spec §2, /platform/recent-uploads. */
export function RecentUploadsPage() {
  const { t } = useTranslation()
  return (
    <FlatFiles
      shelf={{ place: 'latest', folderId: null }}
      top={t('places.recent_uploads')}
      date={{ field: 'created_at', label: t('files.added'), headingsOf: dayHeadings }}
      empty={{ icon: Clock, title: t('recent.empty'), text: t('recent.empty_text') }}
    />
  )
}
