/** A rectangle in a list, in pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Height of the table head, which phones don't have. */
export const HEAD = 36
export const rowHeight = (isNarrow: boolean): number => (isNarrow ? 60 : 46)

/** The height of a short list with all of its rows. */
export const listHeight = (total: number, isNarrow: boolean): number =>
  total * rowHeight(isNarrow) + (isNarrow ? 0 : HEAD)

interface Measures {
  total: number
  columns: number
  /** Row height, including the gap around cards. */
  height: number
  gap: number
  /** Padding before the first and after the last card. */
  padding: number
  width: number
  /** Whether the layout is right to left. */
  isMirrored?: boolean
  /** Pixels above the first row. */
  head: number
  /** Headings above some of the rows. */
  headings?: { height: number; labels: ReadonlyMap<number, unknown> } | undefined
}

/** Returns the indexes of the items in a box, rendered or not. */
export function itemsIn({ top, bottom, ...box }: Box, measures: Measures): number[] {
  const { total, columns, height, gap, padding, width, head } = measures
  const { left, right } = measures.isMirrored ? mirrored(box, width) : box
  const rows = touchedRange(...subtractHeadings(top, bottom, measures), {
    start: head + gap / 2,
    size: height - gap,
    step: height,
  })
  const step = (width - 2 * padding + gap) / columns
  const cards = { start: padding, size: step - gap, step }
  const columnRange = columns === 1 ? { from: 0, to: 0 } : touchedRange(left, right, cards)
  const indexes: number[] = []
  const last = Math.min(rows.to, Math.ceil(total / columns) - 1)
  for (let row = Math.max(0, rows.from); row <= last; row += 1)
    for (
      let column = Math.max(0, columnRange.from);
      column <= Math.min(columnRange.to, columns - 1);
      column += 1
    )
      if (row * columns + column < total) indexes.push(row * columns + column)
  return indexes
}

const mirrored = ({ left, right }: Pick<Box, 'left' | 'right'>, width: number) => ({
  left: width - right,
  right: width - left,
})

/**
 * Converts a vertical range to a list without headings. An end within a heading moves to before its
 * row.
 */
function subtractHeadings(
  top: number,
  bottom: number,
  { head, height, headings }: Measures,
): [top: number, bottom: number] {
  if (!headings) return [top, bottom]
  const headedRows = [...headings.labels.keys()].sort((first, second) => first - second)
  const subtract = (y: number, offsetInHeading: number) => {
    const above = headedRows.filter(
      (row, index) => head + row * height + index * headings.height <= y,
    )
    const row = above.at(-1)
    if (row === undefined) return y
    const rowTop = head + row * height
    const yInRows = y - above.length * headings.height
    return yInRows < rowTop ? rowTop - offsetInHeading : yInRows
  }
  return [subtract(top, 0), subtract(bottom, 1)]
}

/** Returns the first and the last of equally spaced things that a range touches. */
function touchedRange(
  from: number,
  to: number,
  { start, size, step }: { start: number; size: number; step: number },
): { from: number; to: number } {
  return {
    from: Math.floor((from - start - size) / step) + 1,
    to: Math.floor((to - start) / step),
  }
}
