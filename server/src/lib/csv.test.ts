import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readCsv } from './csv.ts'

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
