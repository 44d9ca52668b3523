import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bytes } from '../../../test/contents.ts'
import { collect } from '../../lib/byte-streams.ts'
import { PagePool, PartBuffer } from './part-buffer.ts'

const MIB = 1024 * 1024

async function openSpace(memoryBytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-parts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const pool = new PagePool(memoryBytes)
  return { pool, folder, takeDisk: async () => undefined, files: () => readdir(folder) }
}

/** Adds a content in pieces that do not fit into pages. */
async function fill(part: PartBuffer, content: Uint8Array): Promise<void> {
  const pieceBytes = 700 * 1000
  for (let start = 0; start < content.length; start += pieceBytes)
    await part.add(content.subarray(start, start + pieceBytes))
}

it('parts take no more memory than there is, however many there are', async () => {
  const space = await openSpace(16 * MIB)
  const content = bytes(5 * MIB)
  const parts = Array.from({ length: 10 }, () => new PartBuffer(space, 8 * MIB))
  for (const part of parts) await fill(part, content)
  expect(await space.files()).toHaveLength(7)
  expect(space.pool.freeBytes).toBe(MIB)
  for (const part of parts) {
    // Twice, because a failed attempt is repeated.
    for (const body of [part.body(), part.body()])
      expect((await collect(body)).equals(content)).toBe(true)
    await part.release()
  }
  expect([space.pool.freeBytes, await space.files()]).toEqual([16 * MIB, []])
})

it('a part that outgrows the memory continues in a file', async () => {
  const space = await openSpace(2 * MIB)
  const content = bytes(3 * MIB)
  const part = new PartBuffer(space, 8 * MIB)
  await fill(part, content)
  expect([space.pool.freeBytes, (await space.files()).length]).toEqual([2 * MIB, 1])
  expect((await collect(part.body())).equals(content)).toBe(true)
  await part.release()
})

it('pages are used again with other content', async () => {
  const space = await openSpace(2 * MIB)
  for (const content of [bytes(2 * MIB), bytes(2 * MIB - 1), bytes(10)]) {
    const part = new PartBuffer(space, 2 * MIB)
    await fill(part, content)
    expect((await collect(part.body())).equals(content)).toBe(true)
    await part.release()
  }
})
