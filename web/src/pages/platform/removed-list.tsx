import type { Item } from '@coffer/contract/items'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ItemList, type ListDetails } from '../../features/browse/item-list.tsx'
import { ListFailure } from '../../features/browse/list-states.tsx'
import { useListEvents } from '../../features/items/list-events.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { ListState } from './use-list-page.ts'

interface RemovedListProps {
  place: ListState
  /** What it is the list of. */
  name: string
  onOpen: ((item: Item) => void) | undefined
  details?: ListDetails
  /** In place of a list with nothing in it. */
  empty: ReactNode
}

const nothing = () => undefined

/** What was removed, by the time it was: it can be chosen, and neither dragged nor renamed. */
export function RemovedList({ place, name, onOpen = nothing, details, empty }: RemovedListProps) {
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
  if (!listing.isLoading && listing.rows.total === 0) return empty
  return (
    <ItemList
      {...place}
      label={t('files.list_of', { folder: name })}
      date={{ field: 'deleted_at', label: t('files.removed') }}
      details={details}
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
