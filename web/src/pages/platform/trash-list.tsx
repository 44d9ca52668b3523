import { useTranslation } from 'react-i18next'
import { EmptyTrash } from '../../features/browse/empty-trash.tsx'
import { trashDetails } from '../../features/browse/trash-details.tsx'
import { config } from '../../lib/config.ts'
import { RemovedList } from './removed-list.tsx'
import type { Trash } from './use-trash.ts'

export function TrashList({ trash }: { trash: Trash }) {
  const { t } = useTranslation()
  return (
    <RemovedList
      list={trash}
      name={t('places.trash')}
      onOpen={trash.open}
      details={trashDetails}
      empty={<EmptyTrash days={config().trashDays} isTop={trash.location.folderId === null} />}
    />
  )
}
