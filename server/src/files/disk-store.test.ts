import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { openDiskStore } from './disk-store.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('checks of several processes on one folder do not disturb each other', async () => {
  const folder = await createFolder()
  const stores = [await openDiskStore(folder), await openDiskStore(folder)]
  const checks = Array.from({ length: 20 }, () => stores.map(store => store.check())).flat()
  const outcomes = await Promise.allSettled(checks)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled']))
})

const keyAt = (time: number) =>
  `${time.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7624-8974-08296b401617`

it('removes old folders once they are empty, and makes them again', async () => {
  const folder = await createFolder()
  const [store, other] = [await openDiskStore(folder), await openDiskStore(folder)]
  const now = Date.now()
  const [old, kept, recent] = [keyAt(now - 500_000), keyAt(now - 300_000), keyAt(now)]
  for (const key of [old, kept, recent]) await store.put(key, Buffer.from('content'))
  await other.put(old.replace(/7$/, '8'), Buffer.from('content'))
  await store.remove([old, old.replace(/7$/, '8'), recent])
  await store.removeEmptyFolders?.(new Date(now - 200_000))
  expect((await readdir(folder)).sort()).toEqual([kept.slice(0, 8), recent.slice(0, 8)])
  for (const again of [other, store]) {
    const blob = { key: old, receivedBytes: 0, sizeBytes: null, placement: null }
    await again.append(blob, Readable.from([Buffer.from('again')]), true)
    expect(String(await again.readAll(old))).toBe('again')
    await again.remove([old])
    await again.removeEmptyFolders?.(new Date(now - 200_000))
    await again.put(old, Buffer.from('again'))
    await store.remove([old])
    await (again === store ? other : store).removeEmptyFolders?.(new Date(now - 200_000))
  }
})

it('does not take a content that cannot be found out about for one that is not there', async () => {
  const folder = await createFolder()
  const store = await openDiskStore(folder)
  const key = keyAt(Date.now())
  expect(await store.has(key)).toBe(false)
  await mkdir(join(folder, key.slice(0, 8)))
  // A link to itself, whose status is an error.
  await symlink(key, join(folder, key.slice(0, 8), key))
  await expect(store.has(key)).rejects.toThrow('storage.unavailable')
})

it('lists its keys although a crash left a probe file', async () => {
  const folder = await createFolder()
  const store = await openDiskStore(folder)
  const key = '01a20c2a-f49e-7624-8974-08296b401617'
  await store.put(key, Buffer.from('content'))
  await writeFile(join(folder, '.probe-left'), 'probe')
  const tomorrow = new Date(Date.now() + 86_400_000)
  const keys: string[] = []
  for await (const storedKey of store.keysBefore(tomorrow)) keys.push(storedKey)
  expect(keys).toEqual([key])
})
