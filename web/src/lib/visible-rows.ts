/** Lines below each other. All are equally high, but for some that have room for more above them. */
export interface Lines {
  count: number
  height: number
  extraHeight?: { lines: readonly number[]; by: number } | undefined
}

/** The first and the last line that are seen; the last is before the first when none is. */
export interface VisibleRange {
  first: number
  last: number
}

export const NOTHING_VISIBLE: VisibleRange = { first: 0, last: -1 }

/** Where a line begins; where the one after the last would is where the list ends. */
export function startOf(line: number, { height, extraHeight }: Lines): number {
  return line * height + (extraHeight ? extraHeight.by * countBelow(line, extraHeight.lines) : 0)
}

/** The line at a place. */
export function lineAt(top: number, lines: Lines): number {
  const within = (line: number) => Math.max(0, Math.min(lines.count - 1, line))
  // Lines that are higher only bring it nearer to the beginning.
  let last = within(Math.floor(top / lines.height))
  if (!lines.extraHeight) return last
  let first = 0
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if (startOf(middle, lines) <= top) first = middle
    else last = middle - 1
  }
  return first
}

/** Which lines a window shows that begins so far below the first one's upper edge. */
export function visibleRows(top: number, size: number, lines: Lines): VisibleRange {
  if (lines.count === 0 || size === 0) return NOTHING_VISIBLE
  return { first: lineAt(top, lines), last: lineAt(Math.ceil(top + size) - 1, lines) }
}

/** The lines to draw: those seen, some on either side, and one that stays drawn wherever it is. */
export function renderedRows(
  { first, last }: VisibleRange,
  { count }: Pick<Lines, 'count'>,
  { beyond, kept = null }: { beyond: number; kept?: number | null },
): number[] {
  const from = Math.max(0, first - beyond)
  const to = Math.min(count - 1, last + beyond)
  if (last < first) return []
  const lines = Array.from({ length: to - from + 1 }, (_, step) => from + step)
  if (kept === null || kept >= count || (kept >= from && kept <= to)) return lines
  return kept < from ? [kept, ...lines] : [...lines, kept]
}

/** Where a window has to begin for a line to be seen whole, moved no further than it must be. */
export function topToShow(line: number, top: number, size: number, lines: Lines): number {
  const start = startOf(line, lines)
  if (start < top) return start
  return Math.max(top, startOf(line + 1, lines) - size)
}

/** How many of them, which are in their order, are smaller. */
function countBelow(line: number, lines: readonly number[]): number {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle] ?? 0) < line) from = middle + 1
    else to = middle
  }
  return from
}
