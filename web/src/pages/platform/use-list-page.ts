import { SORT_FIELDS } from '@coffer/contract/browse'
import { TRASH_SORT_FIELDS, type TrashSortField } from '@coffer/contract/trash'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useUserOrNull } from '../../features/account/account.api.ts'
import {
  ADDRESS,
  isFlat,
  type ListLocation,
  listQueryKey,
} from '../../features/browse/browse.api.ts'
import type { ListLayout } from '../../features/browse/item-list.tsx'
import { useListing } from '../../features/browse/listing.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { useOrder, useTrashOrder } from '../../features/browse/order.ts'
import type { Point } from '../../features/items/list-events.ts'
import { useSelection } from '../../features/items/use-selection.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { useStore } from '../../lib/store.ts'
import { useNarrowScreen } from '../../ui/screen.ts'
import { useOpenDialog } from '../../ui/use-open-dialog.ts'
import { itemView } from '../../ui/view-settings.ts'

const NEWEST = { sort: 'created_at', direction: 'DESC' } as const

/**
 * Returns order and sort fields. The trash has its own order; recent uploads are always newest
 * first.
 */
function useSorting({ place }: ListLocation) {
  const [inFolders, sortFolders] = useOrder()
  const [inTrash, sortTrash] = useTrashOrder()
  if (place === 'latest') return { order: NEWEST, onSort: undefined, sortFields: SORT_FIELDS }
  if (place === 'trash') return { order: inTrash, onSort: sortTrash, sortFields: TRASH_SORT_FIELDS }
  const onSort = (sort: TrashSortField) => sort !== 'deleted_at' && sortFolders(sort)
  return { order: inFolders, onSort, sortFields: SORT_FIELDS }
}

/** The state that folders and the trash share: listing, view and selection. */
export function useListPage(location: ListLocation) {
  const me = useUserOrNull()?.id ?? ''
  const { addressOf, more } = useApiScope()
  const navigate = useNavigate()
  const { order, onSort, sortFields } = useSorting(location)
  const listing = useListing(location, order)
  const historyKey = useLocation({ select: ({ state }) => state.__TSR_key ?? 'first' })
  const listKey = listQueryKey(location).join(' ')
  const selection = useSelection(
    listing.rows,
    // After a history navigation the key changes before the list does.
    `${historyKey} ${listKey}`,
    isFlat(location) || !more ? undefined : location.folderId,
  )
  const [isChoosing, setChoosing] = useState(false)
  const menu = useOpenDialog<Point>(undefined, listKey)
  const layout = useRef<ListLayout>({ columns: 1, itemsIn: () => [] })
  const setLayout = useCallback((next: ListLayout) => {
    layout.current = next
  }, [])
  const isNarrow = useNarrowScreen()
  const canDrag = useMediaQuery('(hover: hover)', undefined, { getInitialValueInEffect: false })
  const goTo = (id: string | null) =>
    void navigate(
      addressOf?.(id) ?? { to: ADDRESS[location.place], params: id ? { id } : NO_FOLDER },
    )
  return {
    me,
    location,
    order,
    onSort,
    sortFields,
    isFlat: isFlat(location),
    listing,
    cache: useListingCache(),
    view: useStore(itemView),
    isNarrow,
    canDrag,
    listKey,
    selection,
    isChoosing,
    /**
     * Whether the selection bar is shown: on phones in selection mode, with a mouse for any
     * selection.
     */
    isSelecting: isChoosing || (selection.count > 0 && (canDrag || !isNarrow)),
    setChoosing: (on: boolean) => {
      setChoosing(on)
      if (!on) selection.clear()
    },
    menuAt: menu.dialog,
    openMenu: menu.setDialog,
    closeMenu: () => {
      menu.closeDialog()
      // On phones a selection is kept only in selection mode.
      if (isNarrow && !isChoosing && !canDrag) selection.clear()
      focusList()
    },
    layout,
    setLayout,
    goTo,
    /** Opens the parent folder, if there is one. */
    goUp: () => {
      if (location.folderId !== null) goTo(listing.ancestors.at(-1)?.id ?? null)
    },
  }
}
export type ListState = ReturnType<typeof useListPage>

/** Returns the focus to the list after a menu or field was closed. */
export const focusList = (): void =>
  document.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true })

/** Returns where a menu opened by keyboard appears: at the row of the cursor. */
export function pointOfCursor(cursor: number | null): Point {
  const row = document.querySelector(`[data-index="${cursor}"]`)?.getBoundingClientRect()
  return { x: (row?.left ?? 0) + 60, y: row?.bottom ?? 100 }
}
