import type { RowSelectionState } from '@tanstack/react-table'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { failurePopup } from '../popups/popups.ts'
import type { TableSelection } from './types.ts'
import type { TableState } from './use-table-state.ts'

interface RowSelectionOptions {
  state: TableState
  /** The ids of the shown rows. */
  pageIds: readonly string[]
  total: number
  /** Counts all found rows where their total is capped. */
  countFound: (() => Promise<number>) | undefined
}

/** The selected rows: some by their ids, or all that the filters find except some. */
export function useRowSelection({ state, pageIds, total, countFound }: RowSelectionOptions) {
  const [selected, setSelected] = useState<RowSelectionState>({})
  /** The ids that are left out while all found rows are selected. */
  const [except, setExcept] = useState<readonly string[] | null>(null)
  /** The number of found rows where their total is capped. */
  const [exactCount, setExactCount] = useState<number | null>(null)
  const isAll = except !== null
  const clear = () => {
    setSelected({})
    setExcept(null)
    setExactCount(null)
  }
  const filters = useResetOnFilter(state, clear)
  const ids = isAll ? [] : Object.keys(selected)
  const foundCount = exactCount ?? total
  const select = (chosen: readonly string[]) =>
    setSelected(Object.fromEntries(chosen.map(id => [id, true as const])))
  const selectFound = async () => {
    const before = filters.current
    const count = countFound ? await countFound() : null
    if (filters.current !== before) return
    setExactCount(count)
    setExcept([])
  }
  const selection: TableSelection = {
    isAll,
    ids,
    except: except ?? [],
    count: isAll ? foundCount - except.length : ids.length,
    clear,
  }
  return {
    selected,
    setSelected,
    foundCount,
    selection,
    isSelected: (id: string) => (isAll ? !except.includes(id) : selected[id] === true),
    /** Toggles a row while all found rows are selected. */
    toggleExcept: (id: string) =>
      setExcept(current =>
        current?.includes(id) ? current.filter(other => other !== id) : [...(current ?? []), id],
      ),
    selectRows: (chosen: readonly string[]) => {
      if (isAll) setExcept(except.filter(id => !chosen.includes(id)))
      else select([...ids, ...chosen])
    },
    selectPage: (isPageSelected: boolean) => {
      const others = Object.keys(selected).filter(id => !pageIds.includes(id))
      setExcept(null)
      select(isPageSelected ? [...others, ...pageIds] : others)
    },
    selectFound: () => void selectFound().catch(failurePopup),
  }
}

/**
 * Clears the selection when the filters change, because it applies to the matching rows.
 * @returns the filters
 */
function useResetOnFilter({ request }: TableState, clear: () => void): RefObject<string> {
  const { page, sort, direction, ...filters } = request
  const now = JSON.stringify(filters)
  const before = useRef(now)
  useEffect(() => {
    if (before.current !== now) clear()
    before.current = now
  })
  return before
}
