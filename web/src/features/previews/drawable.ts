/** Longer Markdown is shown as plain text. */
const MAX_LENGTH = 300_000
/**
 * A row is rendered with all columns of its table, even if its source is short: 100 kB could become
 * a billion cells.
 */
const MAX_CELLS = 20_000
/** Nesting limit for lists and quotations, estimated from the marks at the start of a line. */
const MAX_MARKS = 200

const NEW_LINE = /\r\n|\n|\r/
const MARKS = /^[\s>*+\-\d.)]*/
const BLANK = /^[ \t]*$/

/** Returns an upper bound for the number of table cells. A table ends at an empty line. */
function estimateCells(lines: readonly string[]): number {
  let cells = 0
  let rows = 0
  let columns = 0
  for (const line of [...lines, '']) {
    if (BLANK.test(line)) {
      if (columns > 1) cells += rows * columns
      ;[rows, columns] = [0, 0]
    } else {
      rows += 1
      columns = Math.max(columns, line.split('|').length)
    }
  }
  return cells
}

/** Whether Markdown is small enough to render; some sources grow a lot when rendered. */
export function isDrawable(markdown: string): boolean {
  if (markdown.length > MAX_LENGTH) return false
  const lines = markdown.split(NEW_LINE)
  const isDeep = lines.some(line => (MARKS.exec(line)?.[0].length ?? 0) > MAX_MARKS)
  return !isDeep && estimateCells(lines) <= MAX_CELLS
}
