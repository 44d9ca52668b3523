import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListIcon, listIcon } from './list-states.tsx'

/** An empty trash says how long things stay in it. */
export function EmptyTrash({ days, isTop }: { days: number; isTop: boolean }) {
  const { t } = useTranslation()
  const kept = days === 0 ? t('trash.kept_forever') : t('trash.kept', { count: days })
  return (
    <EmptyState
      picture={
        <ListIcon>
          <Trash2 {...listIcon} />
        </ListIcon>
      }
      title={t(isTop ? 'trash.empty' : 'files.empty_folder')}
      text={isTop ? kept : undefined}
    />
  )
}
