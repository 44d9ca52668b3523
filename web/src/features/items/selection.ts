import type { Item } from '@coffer/contract/items'

/** What a selection has to know of the list it is made in. Rows may be unknown until they are loaded. */
export interface Rows {
  readonly total: number
  idAt: (index: number) => string | undefined
  indexOf: (id: string) => number
}

/** A list in which only some rows are loaded. */
export interface LoadingRows extends Rows {
  /** Another one where the places count otherwise: in another list or another order. */
  readonly listKey: string
  /** Whether anything has arrived yet. */
  readonly isKnown: boolean
  itemAt: (index: number) => Item | undefined
  /** All items of the list that are loaded. */
  loaded: () => Item[]
  load: (from: number, to: number) => Promise<Item[]>
}

/** A row, known by its item; the place is where it was when it was last seen. */
export interface Spot {
  readonly id: string | undefined
  readonly index: number
}

export interface Selection {
  /** The chosen items; with `all`, those that were left out. */
  readonly ids: ReadonlySet<string>
  /** Everything in the list, also what is not loaded. */
  readonly all: boolean
  /** Where a range starts. */
  readonly anchor: Spot | null
  /** The row that has the keyboard's attention. */
  readonly cursor: Spot | null
}

const NOTHING: ReadonlySet<string> = new Set()

export const emptySelection: Selection = { ids: NOTHING, all: false, anchor: null, cursor: null }

export const isSelected = ({ ids, all }: Selection, id: string): boolean => ids.has(id) !== all

export const countOf = ({ ids, all }: Selection, total: number): number =>
  all ? Math.max(0, total - ids.size) : ids.size

/** A plain click: this one and no other. */
export function selectOnly(rows: Rows, index: number): Selection {
  const spot = spotAt(rows, index)
  return {
    ids: new Set(spot.id === undefined ? [] : [spot.id]),
    all: false,
    anchor: spot,
    cursor: spot,
  }
}

/** A click with Ctrl or Cmd: this one too, or no longer. */
export function toggle(selection: Selection, rows: Rows, index: number): Selection {
  const spot = spotAt(rows, index)
  if (spot.id === undefined) return selection
  const ids = new Set(selection.ids)
  if (!ids.delete(spot.id)) ids.add(spot.id)
  return { ...selection, ids, anchor: spot, cursor: spot }
}

/** The rows from the anchor to this one, both included. */
export function rangeTo(
  { anchor, cursor }: Selection,
  rows: Rows,
  index: number,
): { from: number; to: number } {
  const start = locate(anchor ?? cursor, rows) ?? index
  return { from: Math.min(start, index), to: Math.max(start, index) }
}

/** A click with Shift: everything between the anchor and this row, whose ids the caller has got. */
export function selectRange(
  selection: Selection,
  rows: Rows,
  index: number,
  ids: readonly string[],
): Selection {
  const start = locate(selection.anchor ?? selection.cursor, rows) ?? index
  return {
    ids: new Set(ids),
    all: false,
    anchor: spotAt(rows, start),
    cursor: spotAt(rows, index),
  }
}

/** What a band lies over, besides what was chosen before. */
export function sweep(before: Selection, swept: readonly string[]): Selection {
  const ids = new Set(before.ids)
  for (const id of swept) {
    if (before.all) ids.delete(id)
    else ids.add(id)
  }
  return { ...before, ids }
}

/** The row that the keyboard goes on from. */
export const cursorStart = (selection: Selection, rows: Rows, index: number): Selection => {
  const spot = spotAt(rows, index)
  return { ...selection, anchor: spot, cursor: spot }
}

export const selectAll = (selection: Selection): Selection => ({
  ...selection,
  ids: NOTHING,
  all: true,
})

export const clear = (selection: Selection): Selection => ({
  ...selection,
  ids: NOTHING,
  all: false,
  anchor: selection.cursor,
})

/** What is gone can't be selected. */
export function without(selection: Selection, gone: ReadonlySet<string>): Selection {
  const ids = [...selection.ids].filter(id => !gone.has(id))
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) }
}

/** Where a row is now: items above it may have come or gone since it was seen. */
export function locate(spot: Spot | null, rows: Rows): number | null {
  if (spot === null || rows.total === 0) return null
  if (spot.id === undefined || rows.idAt(spot.index) === spot.id) return within(spot.index, rows)
  const found = rows.indexOf(spot.id)
  return found === -1 ? within(spot.index, rows) : found
}

export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last' | 'page-up' | 'page-down'

const PAGE = 10

/** Where a key leads to from the cursor; the first key leads to the first row. */
export function stepFrom(
  selection: Selection,
  rows: Rows,
  step: Step,
  columns: number,
): number | null {
  if (rows.total === 0) return null
  const here = locate(selection.cursor, rows)
  if (step === 'first' || (here === null && step !== 'last')) return 0
  if (step === 'last' || here === null) return rows.total - 1
  const ways: Record<Exclude<Step, 'first' | 'last'>, number> = {
    up: -columns,
    down: columns,
    left: columns > 1 ? -1 : 0,
    right: columns > 1 ? 1 : 0,
    'page-up': -PAGE * columns,
    'page-down': PAGE * columns,
  }
  const there = here + ways[step]
  // At the edge of a grid the arrows stay in their column.
  if (there < 0 || there >= rows.total) return step.startsWith('page') ? within(there, rows) : here
  return there
}

const spotAt = (rows: Rows, index: number): Spot => ({ id: rows.idAt(index), index })

const within = (index: number, rows: Rows): number => Math.max(0, Math.min(index, rows.total - 1))
