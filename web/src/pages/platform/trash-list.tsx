import { useTranslation } from 'react-i18next'
import { EmptyTrash } from '../../features/browse/empty-trash.tsx'
import { ItemList } from '../../features/browse/item-list.tsx'
import { ListFailure } from '../../features/browse/list-states.tsx'
import { useListEvents } from '../../features/items/list-events.ts'
import { config } from '../../lib/config.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { Trash } from './use-trash.ts'

export function TrashList({ trash }: { trash: Trash }) {
  const { t } = useTranslation()
  const { listing, selection, isChoosing, shelf } = trash
  const events = useListEvents({
    rows: listing.rows,
    selection,
    isChoosing,
    indexesIn: (...piece) => trash.layout.current.itemsIn(...piece),
    onOpen: trash.open,
    onMenu: (at, isForItems) => {
      if (isForItems) trash.openMenu(at)
    },
  })
  const onOpen = useStable(trash.open)
  if (listing.error)
    return <ListFailure error={listing.error} retry={listing.retry} place="trash" />
  if (!listing.isLoading && listing.rows.total === 0)
    return <EmptyTrash days={config().trashDays} isTop={shelf.folderId === null} />
  return (
    <ItemList
      {...trash}
      label={t('files.list_of', { folder: t('places.trash') })}
      date={{ field: 'deleted_at', label: t('files.removed') }}
      selection={{ has: selection.has, cursor: selection.cursor, isChoosing }}
      isCut={() => false}
      editing={null}
      canDrag={false}
      drops={undefined}
      onOpen={onOpen}
      events={events}
      onLayout={trash.setLayout}
    />
  )
}
