/** A piece of a list. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The height of the table's head, which phones have none of. */
export const HEAD = 36
export const rowHeight = (isNarrow: boolean): number => (isNarrow ? 60 : 46)

/** Of all rows of a list, for where it does not fill its place. */
export const listHeight = (total: number, isNarrow: boolean): number =>
  total * rowHeight(isNarrow) + (isNarrow ? 0 : HEAD)

interface Measures {
  total: number
  columns: number
  /** Of a line, with the gap around its cards. */
  height: number
  gap: number
  /** Beside the first and the last card. */
  side: number
  width: number
  /** Its lines begin on the right. */
  isMirrored?: boolean
  /** Above the first line. */
  head: number
  /** Above some of the lines. */
  headings?: { height: number; words: ReadonlyMap<number, unknown> } | undefined
}

/** Which items lie in a piece of a list, drawn or not. */
export function itemsIn({ top, bottom, ...box }: Box, measures: Measures): number[] {
  const { total, columns, height, gap, side, width, head } = measures
  const { left, right } = measures.isMirrored ? mirrored(box, width) : box
  const lines = touched(...withoutHeadings(top, bottom, measures), {
    start: head + gap / 2,
    size: height - gap,
    step: height,
  })
  const step = (width - 2 * side + gap) / columns
  const cards = { start: side, size: step - gap, step }
  const places = columns === 1 ? { from: 0, to: 0 } : touched(left, right, cards)
  const found: number[] = []
  const last = Math.min(lines.to, Math.ceil(total / columns) - 1)
  for (let line = Math.max(0, lines.from); line <= last; line += 1)
    for (
      let place = Math.max(0, places.from);
      place <= Math.min(places.to, columns - 1);
      place += 1
    )
      if (line * columns + place < total) found.push(line * columns + place)
  return found
}

const mirrored = ({ left, right }: Pick<Box, 'left' | 'right'>, width: number) => ({
  left: width - right,
  right: width - left,
})

/** As if there were none: what ends in a heading ends before its line. */
function withoutHeadings(
  top: number,
  bottom: number,
  { head, height, headings }: Measures,
): [top: number, bottom: number] {
  if (!headings) return [top, bottom]
  const room = headings.height
  const lines = [...headings.words.keys()].sort((one, other) => one - other)
  const place = (y: number, short: number) => {
    const above = lines.filter((line, before) => head + line * height + before * room <= y)
    const line = above.at(-1)
    if (line === undefined) return y
    const begin = head + line * height
    const down = y - above.length * room
    return down < begin ? begin - short : down
  }
  return [place(top, 0), place(bottom, 1)]
}

/** Of things of a size in equal steps, the first and the last that a stretch touches. */
function touched(
  from: number,
  to: number,
  { start, size, step }: { start: number; size: number; step: number },
): { from: number; to: number } {
  return {
    from: Math.floor((from - start - size) / step) + 1,
    to: Math.floor((to - start) / step),
  }
}
