import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PlannedEntry, ZipLayout } from './zip-layout.ts'
import { centralHeader, endRecords, localHeader } from './zip-records.ts'

const run = promisify(execFile)
const GIB = 1024 ** 3
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const entry = (path: string, size = 0): PlannedEntry => ({
  path,
  blobId: size > 0 ? randomUUID() : null,
  size,
  modified: 1_750_000_001,
  crc: 0,
})

function layoutOf(entries: Iterable<PlannedEntry>): ZipLayout {
  const layout = new ZipLayout()
  for (const planned of entries) layout.add(planned)
  return layout
}

/** Writes an archive with sparse contents: full length, little disk space. */
async function writeHollow(name: string, layout: ZipLayout): Promise<string> {
  const path = join(folder, name)
  const file = await open(path, 'w')
  const entries = Array.from({ length: layout.count }, (_, index) => layout.entry(index))
  const isFilled = entries.some(({ size }) => size > 0)
  for (const item of isFilled ? entries : []) {
    const header = localHeader(item)
    await file.write(header, 0, header.length, item.offset)
  }
  if (!isFilled) await file.write(Buffer.concat(entries.map(localHeader)))
  const directory = Buffer.concat([...entries.map(centralHeader), endRecords(layout.directory)])
  await file.write(directory, 0, directory.length, layout.directory.start)
  await file.close()
  expect(layout.length).toBe(layout.directory.start + directory.length)
  return path
}

const LIST = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    infos = z.infolist()
    print(json.dumps([len(infos), infos[0].filename, infos[-1].filename, infos[-1].file_size, infos[-1].header_offset]))
    z.open(infos[-1]).read(0)
`
const listed = async (path: string) =>
  JSON.parse((await run('python3', ['-c', LIST, path])).stdout) as unknown[]

// Z1
describe('values beyond 16 or 32 bits', () => {
  it('a file larger than 4 GiB', async () => {
    const layout = layoutOf([entry('first.bin', 5 * GIB), entry('last.txt', 3)])
    const path = await writeHollow('large-file.zip', layout)
    const { offset } = layout.entry(1)
    expect(offset).toBeGreaterThan(5 * GIB)
    expect(await listed(path)).toEqual([2, 'first.bin', 'last.txt', 3, offset])
    expect((await run('unzip', ['-Z1', path])).stdout).toBe('first.bin\nlast.txt\n')
  })

  it('a file that starts beyond 4 GiB and is larger itself', async () => {
    const layout = layoutOf([entry('a', 3 * GIB), entry('b', 3 * GIB), entry('c', 4 * GIB)])
    const path = await writeHollow('far.zip', layout)
    expect(await listed(path)).toEqual([3, 'a', 'c', 4 * GIB, layout.entry(2).offset])
  })

  it.each([65_534, 65_535, 70_000])('%i entries', async count => {
    const layout = layoutOf(Array.from({ length: count }, (_, index) => entry(`file-${index}`)))
    const path = await writeHollow(`${count}.zip`, layout)
    const [total, first, last] = await listed(path)
    expect([total, first, last]).toEqual([count, 'file-0', `file-${count - 1}`])
    const { stdout } = await run('unzip', ['-Z1', path], { maxBuffer: 64 * 1024 * 1024 })
    expect(stdout.trim().split('\n').length).toBe(count)
  })
})

describe('a layout', () => {
  it('finds the entry at every position', () => {
    const layout = layoutOf([entry('a', 10), entry('b/'), entry('c', 1), entry('d', 1000)])
    for (let index = 0; index < layout.count; index += 1) {
      const { offset } = layout.entry(index)
      const next =
        index + 1 < layout.count ? layout.entry(index + 1).offset : layout.directory.start
      expect([layout.indexAt(offset), layout.indexAt(next - 1)]).toEqual([index, index])
    }
  })

  it('has the same ETag for the same entries, and another for changed ones', () => {
    const a = entry('a', 10)
    const b = entry('b', 20)
    const etag = layoutOf([a, b]).etag
    expect(layoutOf([a, { ...b, crc: 7 }]).etag).toBe(etag)
    for (const other of [
      [b, a],
      [a],
      [a, { ...b, path: 'B' }],
      [a, { ...b, modified: b.modified + 1 }],
      [a, { ...b, blobId: randomUUID() }],
    ])
      expect(layoutOf(other).etag).not.toBe(etag)
  })
})
