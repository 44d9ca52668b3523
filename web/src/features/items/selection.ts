import type { Item } from '@coffer/contract/items'

/** The rows of a list as a selection needs them. Ids of rows that are not loaded are unknown. */
export interface Rows {
  readonly total: number
  idAt: (index: number) => string | undefined
  indexOf: (id: string) => number
}

/** A list of which only some pages are loaded. */
export interface LoadingRows extends Rows {
  /** Changes with the list or its order. */
  readonly listKey: string
  /** Whether a page has been loaded. */
  readonly isKnown: boolean
  itemAt: (index: number) => Item | undefined
  /** All loaded items. */
  loaded: () => Item[]
  load: (from: number, to: number) => Promise<Item[]>
}

/** An item and its last known position. */
interface KnownItem {
  item: Item
  index: number
  listKey: string
}
export type KnownItems = Map<string, KnownItem>

/** A row by its item id and its last known index. */
export interface RowPosition {
  readonly id: string | undefined
  readonly index: number
}

/** Selected rows whose items are being loaded. */
export interface PendingRows {
  readonly count: number
  readonly items: Promise<KnownItems>
  /** The selection to restore when they can't be loaded. */
  readonly before: Selection
}

export interface Selection {
  /** The selected ids; with `all`, the excluded ids. */
  readonly ids: ReadonlySet<string>
  /** Null when the ids of all selected rows are known. */
  readonly pending: PendingRows | null
  /** Whether everything in the list is selected, loaded or not. */
  readonly all: boolean
  /** The start of a range. */
  readonly anchor: RowPosition | null
  /** The row with keyboard focus. */
  readonly cursor: RowPosition | null
}

const NO_IDS: ReadonlySet<string> = new Set()

export const emptySelection: Selection = {
  ids: NO_IDS,
  pending: null,
  all: false,
  anchor: null,
  cursor: null,
}

export const isSelected = ({ ids, all }: Selection, id: string): boolean => ids.has(id) !== all

/** The number of selected items in a list of `total` items. */
export const countOf = ({ ids, all, pending }: Selection, total: number): number =>
  all ? Math.max(0, total - ids.size) : ids.size + (pending?.count ?? 0)

/** A plain click selects only this row. */
export function selectOnly(rows: Rows, index: number): Selection {
  const position = positionAt(rows, index)
  return {
    ids: new Set(position.id === undefined ? [] : [position.id]),
    pending: null,
    all: false,
    anchor: position,
    cursor: position,
  }
}

/** A click with Ctrl or Cmd toggles this row. */
export function toggle(selection: Selection, rows: Rows, index: number): Selection {
  const position = positionAt(rows, index)
  if (position.id === undefined) return selection
  const ids = new Set(selection.ids)
  if (!ids.delete(position.id)) ids.add(position.id)
  return { ...selection, ids, anchor: position, cursor: position }
}

/** The range from the anchor to this row, both included. */
export function rangeTo(
  { anchor, cursor }: Selection,
  rows: Rows,
  index: number,
): { from: number; to: number } {
  const start = locate(anchor ?? cursor, rows) ?? index
  return { from: Math.min(start, index), to: Math.max(start, index) }
}

/** A click with Shift selects the range from the anchor to this row. The caller passes its ids. */
export function selectRange(
  selection: Selection,
  rows: Rows,
  index: number,
  ids: readonly string[],
): Selection {
  const start = locate(selection.anchor ?? selection.cursor, rows) ?? index
  return {
    ids: new Set(ids),
    pending: null,
    all: false,
    anchor: positionAt(rows, start),
    cursor: positionAt(rows, index),
  }
}

/** Adds rows to the selection, for example those under a marquee. */
export function addToSelection(before: Selection, added: readonly string[]): Selection {
  const ids = new Set(before.ids)
  for (const id of added) {
    if (before.all) ids.delete(id)
    else ids.add(id)
  }
  return { ...before, ids }
}

/** Selects the pending rows by their ids, once these are known. */
export const completePending = (selection: Selection, ids: Iterable<string>): Selection =>
  addToSelection({ ...selection, pending: null }, [...ids])

/** Moves cursor and anchor to a row without changing the selected ids. */
export const cursorStart = (selection: Selection, rows: Rows, index: number): Selection => {
  const position = positionAt(rows, index)
  return { ...selection, anchor: position, cursor: position }
}

export const selectAll = (selection: Selection): Selection => ({
  ...selection,
  ids: NO_IDS,
  pending: null,
  all: true,
})

export const clear = (selection: Selection): Selection => ({
  ...selection,
  ids: NO_IDS,
  pending: null,
  all: false,
  anchor: selection.cursor,
})

/** Removes items that have left the list. */
export function without(selection: Selection, removed: ReadonlySet<string>): Selection {
  const ids = [...selection.ids].filter(id => !removed.has(id))
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) }
}

/** Returns the current index of a row, because items above it may have been added or removed. */
export function locate(position: RowPosition | null, rows: Rows): number | null {
  if (position === null || rows.total === 0) return null
  if (position.id === undefined || rows.idAt(position.index) === position.id)
    return clamp(position.index, rows)
  const index = rows.indexOf(position.id)
  return index === -1 ? clamp(position.index, rows) : index
}

export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last' | 'page-up' | 'page-down'

const PAGE_ROWS = 10

/** Returns the row that a key moves the cursor to; the first key moves to the first row. */
export function stepFrom(
  selection: Selection,
  rows: Rows,
  step: Step,
  columns: number,
): number | null {
  if (rows.total === 0) return null
  const current = locate(selection.cursor, rows)
  if (step === 'first' || (current === null && step !== 'last')) return 0
  if (step === 'last' || current === null) return rows.total - 1
  const offsets: Record<Exclude<Step, 'first' | 'last'>, number> = {
    up: -columns,
    down: columns,
    left: columns > 1 ? -1 : 0,
    right: columns > 1 ? 1 : 0,
    'page-up': -PAGE_ROWS * columns,
    'page-down': PAGE_ROWS * columns,
  }
  const next = current + offsets[step]
  // At the edge of a grid, arrows stay in their column.
  if (next < 0 || next >= rows.total) return step.startsWith('page') ? clamp(next, rows) : current
  return next
}

const positionAt = (rows: Rows, index: number): RowPosition => ({ id: rows.idAt(index), index })

const clamp = (index: number, rows: Rows): number => Math.max(0, Math.min(index, rows.total - 1))
