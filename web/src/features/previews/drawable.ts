/** Longer ones are shown as the text that they are. */
const MAX_LENGTH = 300_000
/** A row is drawn as wide as its table, however short it is written: 100 kB could be a billion. */
const MAX_CELLS = 20_000
/** Lists and quotations within each other, as far as what stands before the words of a line tells. */
const MAX_MARKS = 200

const NEW_LINE = /\r\n|\n|\r/
const MARKS = /^[\s>*+\-\d.)]*/
const BLANK = /^[ \t]*$/

/** At least as many cells as the tables of a text have: none goes on behind an empty line. */
function mostCells(lines: readonly string[]): number {
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

/** Whether a page bears Markdown drawn, and not only as text: some of it grows when it is drawn. */
export function isDrawable(markdown: string): boolean {
  if (markdown.length > MAX_LENGTH) return false
  const lines = markdown.split(NEW_LINE)
  const isDeep = lines.some(line => (MARKS.exec(line)?.[0].length ?? 0) > MAX_MARKS)
  return !isDeep && mostCells(lines) <= MAX_CELLS
}
