import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { csvHeader, csvRows, readCsv, withoutGuards } from './csv.ts'

const lines = (count: number) => 'person@x.test,Plain Name\n'.repeat(count)

async function lastCell(chunks: readonly Uint8Array[]): Promise<string | undefined> {
  let last: string | undefined
  for await (const { cells } of readCsv(Readable.from(chunks))) last = cells.at(-1)
  return last
}
/** Splits a file at each of its last bytes, so that a character is divided once. */
const splits = (file: Buffer) =>
  [1, 2, 3, 4, 5, 6].map(end => [file.subarray(0, -end), file.subarray(-end)])

it.each(['latin1', 'utf8'] as const)('reads %s whose first accent is far behind', async format => {
  const file = Buffer.from(`email,name\n${lines(400)}a@x.test,José`, format)
  for (const chunks of splits(file)) expect(await lastCell(chunks)).toBe('José')
})

it('reads a long file without accents', async () => {
  expect(await lastCell([Buffer.from(lines(400)), Buffer.from(lines(400))])).toBe('Plain Name')
})

it.each([
  ['a;=1+1', "a;'=1+1"],
  ['a; @sum', "a; '@sum"],
  ['a\t-1', "a\t'-1"],
  ['a\n=1;+1', '"a\n\'=1;\'+1"'],
  ['=1;＝1', "'=1;'＝1"],
])('guards %j where spreadsheets separate cells by semicolons', (cell, written) => {
  expect(csvRows([[cell]])).toBe(`${written}\r\n`)
  expect(csvHeader([cell])).toBe(`\ufeff${written}\r\n`)
  expect(withoutGuards(written.replaceAll('"', ''))).toBe(cell)
})

it('leaves other texts and numbers as they are', () => {
  expect(csvRows([['a;b', 'a = b', -1]])).toBe('a;b,a = b,-1\r\n')
})
