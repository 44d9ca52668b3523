/** A piece of a list. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Measures {
  total: number
  columns: number
  /** Of a line, with the gap around its cards. */
  height: number
  gap: number
  /** Beside the first and the last card. */
  side: number
  width: number
  /** Above the first line. */
  head: number
}

/** Which items lie in a piece of a list, drawn or not. */
export function itemsIn({ left, top, right, bottom }: Box, measures: Measures): number[] {
  const { total, columns, height, gap, side, width, head } = measures
  const lines = touched(top, bottom, { start: head + gap / 2, size: height - gap, step: height })
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
