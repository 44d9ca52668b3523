import { expect, test } from 'vitest'
import { isDrawable } from './drawable.ts'

const table = (columns: number, rows: number, row = '|x|') =>
  ['|a'.repeat(columns), '|-'.repeat(columns), ...Array<string>(rows).fill(row)].join('\n')

// W2
test.each([
  ['a page of prose', 'word '.repeat(50_000)],
  ['many small tables', Array<string>(200).fill(table(5, 10)).join('\n\n')],
  ['a long table', table(5, 2_000)],
  [
    'lists within lists',
    Array.from({ length: 20 }, (_, at) => `${' '.repeat(at * 2)}- x`).join('\n'),
  ],
])('renders %s', (_, text) => expect(isDrawable(text)).toBe(true))

// W2
test.each([
  ['a line of 10 MB', 'a'.repeat(10_000_000)],
  ['a table that is wide and long', table(500, 500)],
  ['a table of empty rows, by any kind of line', table(500, 500, '|').replaceAll('\n', '\r')],
  ['a table in a quotation', table(500, 500).replaceAll(/^/gm, '> ')],
  ['a thousand lists in one line', `${'- '.repeat(1000)}x`],
  ['a thousand quotations', `${'>'.repeat(1000)}x`],
  ['a line a thousand levels in', `- x\n${'  '.repeat(1000)}- y`],
])('shows %s as text', (_, text) => expect(isDrawable(text)).toBe(false))
