import type { Item } from '@coffer/contract/items'
import { useEffect, useMemo, useRef, useState } from 'react'
import { BATCH_SIZE } from '../../lib/item-changes.ts'
import { onUserLeft } from '../../lib/personal-list.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import type { StepHow } from './commands.ts'
import {
  findMissing,
  findPresent,
  findRemoved,
  type KnownItems,
  rememberItems,
} from './known-items.ts'
import {
  addToSelection,
  clear,
  countOf,
  cursorStart,
  emptySelection,
  isSelected,
  type LoadingRows,
  locate,
  type Rows,
  rangeTo,
  type Selection,
  type Step,
  selectAll,
  selectOnly,
  selectRange,
  stepFrom,
  toggle,
  without,
} from './selection.ts'

export interface ItemSelection {
  /** Another object after each change. */
  current: Selection
  count: number
  /** The loaded selected items; `resolve` loads the others. */
  items: readonly Item[]
  resolve: () => Promise<Item[]>
  /** Set when everything in one folder is selected, loaded or not, except some items. */
  bulk: { folderId: string | null; except: ReadonlySet<string> } | null
  has: (id: string) => boolean
  cursor: number | null
  pick: (index: number, how?: 'only' | 'toggle' | 'range') => void
  step: (step: Step, how: StepHow, columns: number) => void
  /** Toggles the row with keyboard focus. */
  toggle: () => void
  /** Starts a marquee that adds to the selection or replaces it. */
  beginMarquee: (isAdding: boolean) => MarqueeSelection
  all: () => void
  clear: () => void
}

interface MarqueeSelection {
  over: (indexes: readonly number[]) => void
  /** Moves the cursor to this row. */
  end: (index: number | undefined) => void
  cancel: () => void
}

interface SavedSelection {
  selection: Selection
  seen: KnownItems
}

/** Selections by history entry, so that going back restores them. */
const savedSelections = new Map<string, SavedSelection>()
const MAX_SAVED = 50

onUserLeft(() => savedSelections.clear())

function saveSelection(key: string, saved: SavedSelection): void {
  savedSelections.delete(key)
  savedSelections.set(key, saved)
  const [oldest] = savedSelections.keys()
  if (savedSelections.size > MAX_SAVED && oldest !== undefined) savedSelections.delete(oldest)
}

/**
 * Manages the selection of a list.
 * @param folderId the folder of the rows; undefined for a list across folders
 */
export function useSelection(
  rows: LoadingRows,
  historyKey: string,
  folderId?: string | null,
): ItemSelection {
  const [state, setState] = useState({ key: historyKey, selection: emptySelection })
  const selection =
    state.key === historyKey
      ? state.selection
      : (savedSelections.get(historyKey)?.selection ?? emptySelection)
  const latest = useRef(selection)
  latest.current = selection
  const seen = useMemo<KnownItems>(
    () => savedSelections.get(historyKey)?.seen ?? new Map(),
    [historyKey],
  )

  const set = (next: Selection) => {
    latest.current = next
    saveSelection(historyKey, { selection: next, seen })
    setState({ key: historyKey, selection: next })
  }
  const items = useMemo(() => itemsOf(selection, rows, seen), [selection, rows, seen])
  useRemovedItems(rows, seen, latest, set)
  const extendTo = (index: number) => void extend(rows, index, latest, set).catch(failurePopup)

  return {
    current: selection,
    count: countOf(selection, rows.total),
    items,
    resolve: () => resolve(selection, rows, seen),
    bulk: folderId === undefined ? null : bulkSelectionOf(selection, rows, folderId),
    has: id => isSelected(selection, id),
    cursor: locate(selection.cursor, rows),
    pick: (index, how = 'only') => {
      if (how === 'range') extendTo(index)
      else set(how === 'toggle' ? toggle(selection, rows, index) : selectOnly(rows, index))
    },
    step: (step, how, columns) => {
      const index = stepFrom(selection, rows, step, columns)
      if (index === null) return
      if (how === 'range') extendTo(index)
      else if (how === 'focus') set(cursorStart(selection, rows, index))
      else void goTo(rows, index, latest, set)
    },
    toggle: () => {
      const cursor = locate(selection.cursor, rows)
      if (cursor !== null) set(toggle(selection, rows, cursor))
    },
    beginMarquee: isAdding => startMarquee(rows, latest, set, isAdding),
    all: () => set(selectAll(selection)),
    clear: () => set(clear(selection)),
  }
}

/** Also a bulk selection when all rows are selected one by one and are too many for one call. */
function bulkSelectionOf(
  selection: Selection,
  rows: LoadingRows,
  folderId: string | null,
): ItemSelection['bulk'] {
  if (selection.all) return { folderId, except: selection.ids }
  const { total } = rows
  const isEverything =
    total > BATCH_SIZE &&
    selection.ids.size === total &&
    rows.loaded().filter(({ id }) => selection.ids.has(id)).length === total
  return isEverything ? { folderId, except: new Set() } : null
}

interface Latest {
  current: Selection
}
type SetSelection = (selection: Selection) => void

/**
 * Deselects items that leave the list, even when another user removed them; after an undo they
 * stay deselected.
 */
function useRemovedItems(
  rows: LoadingRows,
  seen: KnownItems,
  latest: Latest,
  set: SetSelection,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the list changes.
  useEffect(() => {
    const { current } = latest
    if (rows.isKnown && current.all && countOf(current, rows.total) === 0) set(clear(current))
    const missingItems = findMissing(seen, rows)
    if (missingItems.size === 0) return
    let isCancelled = false
    void findRemoved(missingItems, rows)
      .then(removed => !isCancelled && removed.size > 0 && set(without(latest.current, removed)))
      // A failed check is repeated when the list changes again.
      .catch(() => undefined)
    return () => {
      isCancelled = true
    }
  }, [rows, seen])
}

/** Moves the cursor to a row at once, and selects the row when it is loaded. */
async function goTo(
  rows: LoadingRows,
  index: number,
  latest: Latest,
  set: SetSelection,
): Promise<void> {
  const next = selectOnly(rows, index)
  set(next)
  if (rows.idAt(index) !== undefined) return
  // The list shows a failed load.
  const [item] = await rows.load(index, index).catch(() => [])
  if (!item || latest.current !== next) return
  const position = { id: item.id, index }
  set({ ids: new Set([item.id]), all: false, anchor: position, cursor: position })
}

/**
 * Selects the loaded rows of a range at once, the others when they are loaded. A range over the
 * whole list needs none of them.
 */
async function extend(
  rows: LoadingRows,
  index: number,
  latest: Latest,
  set: SetSelection,
): Promise<void> {
  const before = latest.current
  const { from, to } = rangeTo(before, rows, index)
  const loadedIds = idsBetween(rows, from, to)
  const isLoaded = loadedIds.length > to - from
  const range = selectRange(before, rows, index, loadedIds)
  const isEverything = !isLoaded && from === 0 && to === rows.total - 1
  const next = isEverything ? selectAll(range) : range
  set(next)
  if (isLoaded || isEverything) return
  const items = await rows.load(from, to)
  if (latest.current !== next) return
  const ids = items.map(item => item.id)
  set(selectRange(before, rows, index, ids))
}

/** Like a range: selects loaded rows at once, the others when they are loaded. */
function startMarquee(
  rows: LoadingRows,
  latest: Latest,
  set: SetSelection,
  isAdding: boolean,
): MarqueeSelection {
  const initial = latest.current
  const before = isAdding ? initial : clear(initial)
  let shown = before
  let requested: readonly number[] = []
  const show = (selection: Selection) => {
    shown = selection
    set(shown)
  }
  const loadedIds = () => requested.map(rows.idAt).filter(id => id !== undefined)
  async function over(indexes: readonly number[]): Promise<void> {
    requested = indexes
    show(addToSelection(before, loadedIds()))
    const first = indexes[0]
    const last = indexes.at(-1)
    if (first === undefined || last === undefined || loadedIds().length === indexes.length) return
    await rows.load(first, last)
    if (requested !== indexes || latest.current !== shown) return
    const { anchor, cursor } = shown
    show({ ...addToSelection(before, loadedIds()), anchor, cursor })
  }
  return {
    over: indexes => void over(indexes).catch(failurePopup),
    end: index => index !== undefined && show(cursorStart(shown, rows, index)),
    cancel: () => set(initial),
  }
}

const idsBetween = (rows: Rows, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, step) => rows.idAt(from + step)).filter(
    id => id !== undefined,
  )

function itemsOf(selection: Selection, rows: LoadingRows, seen: KnownItems): Item[] {
  rememberItems(seen, selection.ids, rows)
  return selection.all
    ? rows.loaded().filter(item => !selection.ids.has(item.id))
    : [...seen.values()].map(({ item }) => item)
}

/** Reads pages again that may have changed, so that no removed item is included. */
async function resolve(selection: Selection, rows: LoadingRows, seen: KnownItems): Promise<Item[]> {
  if (selection.all) {
    const items = await rows.load(0, rows.total - 1)
    return items.filter(item => !selection.ids.has(item.id))
  }
  return findPresent(seen, rows)
}
