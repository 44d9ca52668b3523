import type { Item } from '@coffer/contract/items'
import { useEffect, useMemo, useRef, useState } from 'react'
import { BATCH_SIZE } from '../../lib/item-changes.ts'
import { onUserLeft } from '../../lib/personal-list.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import type { StepHow } from './commands.ts'
import { findMissing, findPresent, findRemoved, rememberItems } from './known-items.ts'
import {
  addToSelection,
  clear,
  completePending,
  countOf,
  cursorStart,
  emptySelection,
  isSelected,
  type KnownItems,
  type LoadingRows,
  locate,
  type PendingRows,
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
  /** Whether some of the selected rows are still being loaded. */
  isLoading: boolean
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
  usePendingRows(selection.pending, seen, latest, set)

  return {
    current: selection,
    count: countOf(selection, rows.total),
    isLoading: selection.pending !== null,
    items,
    resolve: () => resolve(selection, rows, seen),
    bulk: folderId === undefined ? null : bulkSelectionOf(selection, rows, folderId),
    has: id => isSelected(selection, id),
    cursor: locate(selection.cursor, rows),
    pick: (index, how = 'only') => {
      if (how === 'range') set(extend(latest.current, rows, index))
      else set(how === 'toggle' ? toggle(selection, rows, index) : selectOnly(rows, index))
    },
    step: (step, how, columns) => {
      const index = stepFrom(selection, rows, step, columns)
      if (index === null) return
      if (how === 'range') set(extend(latest.current, rows, index))
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
  set({ ...next, ids: new Set([item.id]), anchor: position, cursor: position })
}

/** Completes the selection when its pending rows are loaded, also after the user went away and back. */
function usePendingRows(
  pending: PendingRows | null,
  seen: KnownItems,
  latest: Latest,
  set: SetSelection,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for the rows of each request.
  useEffect(() => {
    if (!pending) return
    let isCancelled = false
    const complete = (items: KnownItems) => {
      if (isCancelled) return
      for (const [id, item] of items) seen.set(id, item)
      set(completePending(latest.current, items.keys()))
    }
    const restore = (error: unknown) => {
      if (isCancelled) return
      set(pending.before)
      failurePopup(error)
    }
    void pending.items.then(complete, restore)
    return () => {
      isCancelled = true
    }
  }, [pending])
}

/** Selects a range. A range over the whole list needs no rows; otherwise missing ones are loaded. */
function extend(before: Selection, rows: LoadingRows, index: number): Selection {
  const { from, to } = rangeTo(before, rows, index)
  const indexes = Array.from({ length: to - from + 1 }, (_, step) => from + step)
  const ids = knownIds(rows, indexes)
  const range = selectRange(before, rows, index, ids)
  const isLoaded = ids.length === indexes.length
  if (!isLoaded && indexes.length === rows.total) return selectAll(range)
  return { ...range, pending: loadUnknown(rows, indexes, before) }
}

/** Selects the rows under a marquee like a range. */
function startMarquee(
  rows: LoadingRows,
  latest: Latest,
  set: SetSelection,
  isAdding: boolean,
): MarqueeSelection {
  const initial = latest.current
  const before = isAdding ? initial : clear(initial)
  let shown = before
  const show = (selection: Selection) => {
    shown = selection
    set(shown)
  }
  return {
    over: indexes =>
      show({
        ...addToSelection(before, knownIds(rows, indexes)),
        pending: loadUnknown(rows, indexes, initial) ?? before.pending,
      }),
    end: index => index !== undefined && show(cursorStart(shown, rows, index)),
    cancel: () => set(initial),
  }
}

const knownIds = (rows: LoadingRows, indexes: readonly number[]): string[] =>
  indexes.map(rows.idAt).filter(id => id !== undefined)

/** Loads those of the rows that are not loaded, if any. */
function loadUnknown(
  rows: LoadingRows,
  indexes: readonly number[],
  before: Selection,
): PendingRows | null {
  const { listKey } = rows
  const unknown = indexes.filter(index => rows.idAt(index) === undefined)
  const first = unknown[0]
  const last = unknown.at(-1)
  if (first === undefined || last === undefined) return null
  const wanted = new Set(unknown)
  const items = rows
    .load(first, last)
    .then(loaded => loaded.map((item, offset) => ({ item, index: first + offset, listKey })))
    .then(loaded => loaded.filter(({ index }) => wanted.has(index)))
    .then(loaded => new Map(loaded.map(known => [known.item.id, known])))
  // A failure is reported once the selection is shown; until then it must not count as unhandled.
  items.catch(() => undefined)
  return { count: unknown.length, items, before: before.pending?.before ?? before }
}

function itemsOf(selection: Selection, rows: LoadingRows, seen: KnownItems): Item[] {
  rememberItems(seen, selection.ids, rows)
  return selection.all
    ? rows.loaded().filter(item => !selection.ids.has(item.id))
    : [...seen.values()].map(({ item }) => item)
}

/**
 * Waits for rows that are still loading, and reads pages again that may have changed, so that no
 * removed item is included.
 */
async function resolve(
  { ids, all, pending }: Selection,
  rows: LoadingRows,
  seen: KnownItems,
): Promise<Item[]> {
  const [present, added] = await Promise.all([
    all ? rows.load(0, rows.total - 1) : findPresent(seen, rows),
    pending?.items ?? new Map<string, never>(),
  ])
  if (all) return present.filter(({ id }) => !ids.has(id) || added.has(id))
  const others = [...added.values()].filter(({ item }) => !ids.has(item.id))
  return [...present, ...others.map(({ item }) => item)]
}
