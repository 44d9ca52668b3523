import { expect, it } from 'vitest'
import { collect, ReadAhead } from '../../lib/byte-streams.ts'
import { readZip } from './send-zip.service.ts'
import { ZipLayout } from './zip-layout.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** An archive whose contents are read as they are asked for. */
function archive(count: number, size: number) {
  const layout = new ZipLayout()
  for (let index = 0; index < count; index += 1)
    layout.add({
      path: `${index}.bin`,
      blobId: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      size,
      modified: 0,
      crc: 0,
    })
  let reading = 0
  let mostReading = 0
  let reads = 0
  const readWhole = async (_id: string, { start, end }: { start: number; end: number }) => {
    reads += 1
    reading += 1
    mostReading = Math.max(mostReading, reading)
    await new Promise(resolve => setTimeout(resolve, 2))
    reading -= 1
    return new Uint8Array(end - start + 1)
  }
  const deps = { blobs: { readWhole } } as unknown as Parameters<typeof readZip>[0]
  const read = (end: number, readAhead = new ReadAhead(8 * MIB)) =>
    collect(readZip(deps, layout, { start: 0, end }, () => undefined, readAhead))
  return { layout, read, mostReading: () => mostReading, reads: () => reads }
}

it('reads up to 32 small contents ahead', async () => {
  const { layout, read, mostReading, reads } = archive(100, 10 * KIB)
  expect(await read(layout.length - 1)).toHaveLength(layout.length)
  expect([mostReading(), reads()]).toEqual([33, 100])
})

it('reads no more ahead than its share of the memory', async () => {
  const { layout, read, mostReading } = archive(40, 100 * KIB)
  await read(layout.length - 1, new ReadAhead(MIB))
  expect(mostReading()).toBe(10)
})

it('reads four contents ahead however little memory it may take', async () => {
  const { layout, read, mostReading } = archive(20, 300 * KIB)
  await read(layout.length - 1, new ReadAhead(1))
  expect(mostReading()).toBe(5)
})

it('reads nothing behind the range', async () => {
  const { read, reads } = archive(100, 10 * KIB)
  await read(25 * KIB)
  expect(reads()).toBe(3)
})
