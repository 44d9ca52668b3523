import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListIcon, listIcon } from './list-states.tsx'

/** The empty state of the trash, with the retention period. */
export function EmptyTrash({ days, isTop }: { days: number; isTop: boolean }) {
  const { t } = useTranslation()
  const retentionText = days === 0 ? t('trash.kept_forever') : t('trash.kept', { count: days })
  return (
    <EmptyState
      picture={
        <ListIcon>
          <Trash2 {...listIcon} />
        </ListIcon>
      }
      title={t(isTop ? 'trash.empty' : 'files.empty_folder')}
      text={isTop ? retentionText : undefined}
    />
  )
}
