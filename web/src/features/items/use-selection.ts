import type { Item } from '@coffer/contract/items'
import { useEffect, useMemo, useRef, useState } from 'react'
import { BATCH_SIZE } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import type { StepHow } from './commands.ts'
import { type KnownItems, leaving, missing, note, present } from './known-items.ts'
import {
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
  sweep,
  toggle,
  without,
} from './selection.ts'

export interface ItemSelection {
  count: number
  /** The chosen items that are loaded; `resolve` waits for the others. */
  items: readonly Item[]
  resolve: () => Promise<Item[]>
  /** Set when it is everything in one folder, loaded or not, but for the exceptions. */
  whole: { folderId: string | null; except: ReadonlySet<string> } | null
  has: (id: string) => boolean
  cursor: number | null
  pick: (index: number, how?: 'only' | 'toggle' | 'range') => void
  step: (step: Step, how: StepHow, columns: number) => void
  /** The row that has the keyboard's attention, in or out. */
  toggle: () => void
  /** Begins to select by a band, besides what is selected or instead of it. */
  sweep: (adds: boolean) => Sweep
  all: () => void
  clear: () => void
}

interface Sweep {
  over: (indexes: readonly number[]) => void
  /** Where the keyboard goes on. */
  end: (index: number | undefined) => void
  giveUp: () => void
}

interface KeptSelection {
  selection: Selection
  seen: KnownItems
}

/** Selections by the place in the history where they were made, so that going back brings them back. */
const kept = new Map<string, KeptSelection>()
const MOST_KEPT = 50

function keep(key: string, what: KeptSelection): void {
  kept.delete(key)
  kept.set(key, what)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

/** @param folderId whose content the rows are; left out where they lie in many folders */
export function useSelection(
  rows: LoadingRows,
  historyKey: string,
  folderId?: string | null,
): ItemSelection {
  const [state, setState] = useState({ key: historyKey, selection: emptySelection })
  const selection =
    state.key === historyKey ? state.selection : (kept.get(historyKey)?.selection ?? emptySelection)
  const latest = useRef(selection)
  latest.current = selection
  const seen = useMemo<KnownItems>(() => kept.get(historyKey)?.seen ?? new Map(), [historyKey])

  const set = (next: Selection) => {
    latest.current = next
    keep(historyKey, { selection: next, seen })
    setState({ key: historyKey, selection: next })
  }
  const items = useMemo(() => itemsOf(selection, rows, seen), [selection, rows, seen])
  useDepartures(rows, seen, latest, set)
  const extendTo = (index: number) => void extend(rows, index, latest, set).catch(failurePopup)

  return {
    count: countOf(selection, rows.total),
    items,
    resolve: () => resolve(selection, rows, seen),
    whole: folderId === undefined ? null : wholeOf(selection, rows, folderId),
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
    sweep: adds => startSweep(rows, latest, set, adds),
    all: () => set(selectAll(selection)),
    clear: () => set(clear(selection)),
  }
}

/** Also where each was chosen by itself, once there are more of them than can be told in one call. */
function wholeOf(
  selection: Selection,
  rows: LoadingRows,
  folderId: string | null,
): ItemSelection['whole'] {
  if (selection.all) return { folderId, except: selection.ids }
  const { total } = rows
  const isEvery =
    total > BATCH_SIZE &&
    selection.ids.size === total &&
    rows.loaded().filter(({ id }) => selection.ids.has(id)).length === total
  return isEvery ? { folderId, except: new Set() } : null
}

interface Latest {
  current: Selection
}
type Set_ = (selection: Selection) => void

/** Whatever leaves the list leaves the selection, whoever took it away; undone, it comes back unselected. */
function useDepartures(rows: LoadingRows, seen: KnownItems, latest: Latest, set: Set_): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list has become another.
  useEffect(() => {
    const { current } = latest
    if (rows.isKnown && current.all && countOf(current, rows.total) === 0) set(clear(current))
    const doubtful = missing(seen, rows)
    if (doubtful.size === 0) return
    let isOver = false
    void leaving(doubtful, rows)
      .then(gone => !isOver && gone.size > 0 && set(without(latest.current, gone)))
      // What can't be asked now is asked when the list comes in again.
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [rows, seen])
}

/** A row that is not loaded yet gets the cursor at once, and is selected as soon as it is known. */
async function goTo(rows: LoadingRows, index: number, latest: Latest, set: Set_): Promise<void> {
  const there = selectOnly(rows, index)
  set(there)
  if (rows.idAt(index) !== undefined) return
  // Where it fails, the list says so.
  const [item] = await rows.load(index, index).catch(() => [])
  if (!item || latest.current !== there) return
  const spot = { id: item.id, index }
  set({ ids: new Set([item.id]), all: false, anchor: spot, cursor: spot })
}

/** What is loaded of a range is selected at once, the rest as it comes in. */
async function extend(rows: LoadingRows, index: number, latest: Latest, set: Set_): Promise<void> {
  const before = latest.current
  const { from, to } = rangeTo(before, rows, index)
  const known = idsBetween(rows, from, to)
  const there = selectRange(before, rows, index, known)
  set(there)
  if (known.length > to - from) return
  const items = await rows.load(from, to)
  if (latest.current !== there) return
  const ids = items.map(item => item.id)
  set(selectRange(before, rows, index, ids))
}

/** As with a range: what is loaded is selected at once, the rest as it comes in. */
function startSweep(rows: LoadingRows, latest: Latest, set: Set_, adds: boolean): Sweep {
  const found = latest.current
  const before = adds ? found : clear(found)
  let shown = before
  let wanted: readonly number[] = []
  const show = (selection: Selection) => {
    shown = selection
    set(shown)
  }
  const known = () => wanted.map(rows.idAt).filter(id => id !== undefined)
  async function over(indexes: readonly number[]): Promise<void> {
    wanted = indexes
    show(sweep(before, known()))
    const first = indexes[0]
    const last = indexes.at(-1)
    if (first === undefined || last === undefined || known().length === indexes.length) return
    await rows.load(first, last)
    if (wanted !== indexes || latest.current !== shown) return
    const { anchor, cursor } = shown
    show({ ...sweep(before, known()), anchor, cursor })
  }
  return {
    over: indexes => void over(indexes).catch(failurePopup),
    end: index => index !== undefined && show(cursorStart(shown, rows, index)),
    giveUp: () => set(found),
  }
}

const idsBetween = (rows: Rows, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, step) => rows.idAt(from + step)).filter(
    id => id !== undefined,
  )

function itemsOf(selection: Selection, rows: LoadingRows, seen: KnownItems): Item[] {
  note(seen, selection.ids, rows)
  return selection.all
    ? rows.loaded().filter(item => !selection.ids.has(item.id))
    : [...seen.values()].map(({ item }) => item)
}

/** Pages that may have changed since are read again, so that nothing is named that has left the list. */
async function resolve(selection: Selection, rows: LoadingRows, seen: KnownItems): Promise<Item[]> {
  if (selection.all) {
    const items = await rows.load(0, rows.total - 1)
    return items.filter(item => !selection.ids.has(item.id))
  }
  return present(seen, rows)
}
