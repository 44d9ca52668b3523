import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { PictureCache } from './picture-cache.ts'

const range = { start: 0, end: 99 }

it('keeps the pictures that were used last, within its size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const cache = await PictureCache.open(folder, 250)
  const loaded: string[] = []
  const read = (key: string) =>
    cache.read(key, range, async () => {
      loaded.push(key)
      return Buffer.alloc(100, key)
    })
  await read('a')
  await read('b')
  expect(Buffer.from(await read('a')).toString()).toBe('a'.repeat(100))
  await read('c')
  await read('a')
  await read('b')
  expect(loaded).toEqual(['a', 'b', 'c', 'b'])
  expect((await readdir(folder)).length).toBe(2)
})
