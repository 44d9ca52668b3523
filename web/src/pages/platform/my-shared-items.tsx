import { Link } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { linkDetails } from '../../features/browse/link-details.tsx'
import { FlatFiles } from './flat-files.tsx'

/** The page /platform/my-shared-items (APP-3). */
export function MySharedItemsPage() {
  const { t } = useTranslation()
  return (
    <FlatFiles
      location={{ place: 'share', folderId: null }}
      top={t('places.my_shared_items')}
      details={linkDetails}
      empty={{ icon: Link, title: t('shares.empty'), text: t('shares.empty_text') }}
    />
  )
}
