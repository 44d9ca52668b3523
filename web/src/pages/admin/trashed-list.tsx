import type { Item } from '@coffer/contract/items'
import { Button } from '@mantine/core'
import { SearchX, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ItemList } from '../../features/browse/item-list.tsx'
import { Face, face, ListFailure } from '../../features/browse/list-states.tsx'
import { useListEvents } from '../../features/items/list-events.ts'
import { useStable } from '../../lib/use-stable.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlaceState } from '../platform/use-place.ts'

interface TrashedListProps {
  place: PlaceState
  /** What a tap does. Beside the list the details are there already. */
  onOpen: ((item: Item) => void) | undefined
  /** Takes the filters away, while there are any. */
  onClear: (() => void) | undefined
}

const nothing = () => undefined

export function TrashedList({ place, onOpen = nothing, onClear }: TrashedListProps) {
  const { t } = useTranslation()
  const { listing, selection, isChoosing, layout } = place
  const open = useStable(onOpen)
  const events = useListEvents({
    rows: listing.rows,
    selection,
    isChoosing,
    indexesIn: (...piece) => layout.current.itemsIn(...piece),
    onOpen,
    onMenu: (at, isForItems) => {
      if (isForItems) place.openMenu(at)
    },
  })
  if (listing.error)
    return <ListFailure error={listing.error} retry={listing.retry} place="trash" />
  if (!listing.isLoading && listing.rows.total === 0)
    return onClear ? (
      <EmptyState
        picture={<SearchX size={34} strokeWidth={1.5} aria-hidden />}
        title={t('all.nothing')}
        text={t('all.nothing_text')}
      >
        <Button onClick={onClear}>{t('filter.clear')}</Button>
      </EmptyState>
    ) : (
      <EmptyState
        picture={
          <Face>
            <Trash2 {...face} />
          </Face>
        }
        title={t('trashed.empty')}
        text={t('trashed.empty_text')}
      />
    )
  return (
    <ItemList
      {...place}
      label={t('files.list_of', { folder: t('admin.trashed') })}
      date={{ field: 'deleted_at', label: t('files.removed') }}
      selection={{ has: selection.has, cursor: selection.cursor, isChoosing }}
      isCut={() => false}
      editing={null}
      canDrag={false}
      drops={undefined}
      onOpen={open}
      events={events}
      onLayout={place.setLayout}
    />
  )
}
