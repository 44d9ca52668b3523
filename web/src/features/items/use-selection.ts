import type { Item } from '@coffer/contract/items'
import { useMemo, useRef, useState } from 'react'
import {
  clear,
  countOf,
  emptySelection,
  goOnFrom,
  isSelected,
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

/** A list in which only some rows are loaded. */
export interface LoadingRows extends Rows {
  itemAt: (index: number) => Item | undefined
  /** All items of the list that are loaded. */
  loaded: () => Item[]
  load: (from: number, to: number) => Promise<Item[]>
}

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
  step: (step: Step, extend: boolean, columns: number) => void
  /** Begins to select by a band, besides what is selected or instead of it. */
  sweep: (adds: boolean) => Sweep
  all: () => void
  clear: () => void
  forget: (ids: ReadonlySet<string>) => void
}

interface Sweep {
  over: (indexes: readonly number[]) => void
  /** Where the keyboard goes on. */
  end: (index: number | undefined) => void
  giveUp: () => void
}

/** Selections by the place in the history where they were made, so that going back brings them back. */
const kept = new Map<string, Selection>()
const MOST_KEPT = 50

function keep(key: string, selection: Selection): void {
  kept.delete(key)
  kept.set(key, selection)
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
    state.key === historyKey ? state.selection : (kept.get(historyKey) ?? emptySelection)
  const latest = useRef(selection)
  latest.current = selection
  const seen = useRef(new Map<string, Item>())

  const set = (next: Selection) => {
    latest.current = next
    keep(historyKey, next)
    setState({ key: historyKey, selection: next })
  }
  const items = useMemo(() => loadedOf(selection, rows, seen.current), [selection, rows])
  const extendTo = (index: number) => void extend(rows, index, latest, set)

  return {
    count: countOf(selection, rows.total),
    items,
    resolve: () => resolve(selection, rows, items),
    whole: selection.all && folderId !== undefined ? { folderId, except: selection.ids } : null,
    has: id => isSelected(selection, id),
    cursor: locate(selection.cursor, rows),
    pick: (index, how = 'only') => {
      if (how === 'range') extendTo(index)
      else set(how === 'toggle' ? toggle(selection, rows, index) : selectOnly(rows, index))
    },
    step: (step, isExtending, columns) => {
      const index = stepFrom(selection, rows, step, columns)
      if (index === null) return
      if (isExtending) extendTo(index)
      else void goTo(rows, index, latest, set)
    },
    sweep: adds => startSweep(rows, latest, set, adds),
    all: () => set(selectAll(selection)),
    clear: () => set(clear(selection)),
    forget: gone => set(without(latest.current, gone)),
  }
}

interface Latest {
  current: Selection
}
type Set_ = (selection: Selection) => void

/** A row that is not loaded yet gets the cursor at once, and is selected as soon as it is known. */
async function goTo(rows: LoadingRows, index: number, latest: Latest, set: Set_): Promise<void> {
  const there = selectOnly(rows, index)
  set(there)
  if (rows.idAt(index) !== undefined) return
  const [item] = await rows.load(index, index)
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
    const [first, last] = [indexes[0], indexes.at(-1)]
    if (first === undefined || last === undefined || known().length === indexes.length) return
    await rows.load(first, last)
    if (wanted !== indexes || latest.current !== shown) return
    const { anchor, cursor } = shown
    show({ ...sweep(before, known()), anchor, cursor })
  }
  return {
    over: indexes => void over(indexes),
    end: index => index !== undefined && show(goOnFrom(shown, rows, index)),
    giveUp: () => set(found),
  }
}

const idsBetween = (rows: Rows, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, step) => rows.idAt(from + step)).filter(
    id => id !== undefined,
  )

/** A page may have been let go since one of its items was chosen, so those are remembered. */
function loadedOf(selection: Selection, rows: LoadingRows, seen: Map<string, Item>): Item[] {
  if (selection.all) return rows.loaded().filter(item => !selection.ids.has(item.id))
  for (const id of seen.keys()) if (!selection.ids.has(id)) seen.delete(id)
  for (const id of selection.ids) {
    const item = rows.itemAt(rows.indexOf(id))
    if (item) seen.set(id, item)
  }
  return [...seen.values()]
}

async function resolve(
  selection: Selection,
  rows: LoadingRows,
  loaded: readonly Item[],
): Promise<Item[]> {
  if (!selection.all) return [...loaded]
  const items = await rows.load(0, rows.total - 1)
  return items.filter(item => !selection.ids.has(item.id))
}
