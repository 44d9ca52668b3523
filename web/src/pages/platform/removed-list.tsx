import type { Item } from '@coffer/contract/items'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ItemList, type ListDetails } from '../../features/browse/item-list.tsx'
import { ListFailure } from '../../features/browse/list-failure.tsx'
import { useListEvents } from '../../features/items/list-events.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { ListState } from './use-list-page.ts'

interface RemovedListProps {
  list: ListState
  /** Name of the list. */
  name: string
  onOpen: ((item: Item) => void) | undefined
  details?: ListDetails
  /** Shown instead of an empty list. */
  empty: ReactNode
}

const noop = () => undefined

/** A list of trashed items by removal date: they can be selected, but not dragged or renamed. */
export function RemovedList({ list, name, onOpen = noop, details, empty }: RemovedListProps) {
  const { t } = useTranslation()
  const { listing, selection, isChoosing, layout } = list
  const open = useStable(onOpen)
  const events = useListEvents({
    rows: listing.rows,
    selection,
    isChoosing,
    indexesIn: (...range) => layout.current.itemsIn(...range),
    onOpen,
    onMenu: (at, isForItems) => {
      if (isForItems) list.openMenu(at)
    },
  })
  if (listing.error)
    return <ListFailure error={listing.error} retry={listing.retry} place="trash" />
  if (!listing.isLoading && listing.rows.total === 0) return empty
  return (
    <ItemList
      {...list}
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
      onLayout={list.setLayout}
    />
  )
}
