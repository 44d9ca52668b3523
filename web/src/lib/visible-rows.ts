/** Rows of a list. All have the same height, except some with extra height above them. */
export interface Rows {
  count: number
  height: number
  extraHeight?: { lines: readonly number[]; by: number } | undefined
}

/** The first and the last visible row; `last` is before `first` when none is visible. */
export interface VisibleRange {
  first: number
  last: number
}

export const NOTHING_VISIBLE: VisibleRange = { first: 0, last: -1 }

/** Returns the offset of a row; for the index after the last row, the height of the list. */
export function startOf(row: number, { height, extraHeight }: Rows): number {
  return row * height + (extraHeight ? extraHeight.by * countBelow(row, extraHeight.lines) : 0)
}

/** Returns the row at an offset. */
export function rowAt(top: number, rows: Rows): number {
  const within = (row: number) => Math.max(0, Math.min(rows.count - 1, row))
  // Extra height only moves the row closer to the beginning.
  let last = within(Math.floor(top / rows.height))
  if (!rows.extraHeight) return last
  let first = 0
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if (startOf(middle, rows) <= top) first = middle
    else last = middle - 1
  }
  return first
}

/** Returns the rows that a viewport of `size` shows at an offset from the first row. */
export function visibleRows(top: number, size: number, rows: Rows): VisibleRange {
  if (rows.count === 0 || size === 0) return NOTHING_VISIBLE
  return { first: rowAt(top, rows), last: rowAt(Math.ceil(top + size) - 1, rows) }
}

/**
 * Returns the rows to render: the visible ones, `beyond` more on either side, and one that always
 * stays rendered.
 */
export function renderedRows(
  { first, last }: VisibleRange,
  { count }: Pick<Rows, 'count'>,
  { beyond, kept: pinned = null }: { beyond: number; kept?: number | null },
): number[] {
  const from = Math.max(0, first - beyond)
  const to = Math.min(count - 1, last + beyond)
  if (last < first) return []
  const rows = Array.from({ length: to - from + 1 }, (_, step) => from + step)
  if (pinned === null || pinned >= count || (pinned >= from && pinned <= to)) return rows
  return pinned < from ? [pinned, ...rows] : [...rows, pinned]
}

/** Returns the smallest scroll that makes a row fully visible. */
export function topToShow(row: number, top: number, size: number, rows: Rows): number {
  const start = startOf(row, rows)
  if (start < top) return start
  return Math.max(top, startOf(row + 1, rows) - size)
}

/** Counts the sorted rows that come before `row`. */
function countBelow(row: number, rows: readonly number[]): number {
  let from = 0
  let to = rows.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((rows[middle] ?? 0) < row) from = middle + 1
    else to = middle
  }
  return from
}
