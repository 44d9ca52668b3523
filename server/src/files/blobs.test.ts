import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../errors.ts'
import type { BlobStore } from './blob-store.ts'
import { Blobs, DISK_STORE_ID } from './blobs.ts'
import { openDiskStore } from './disk-store.ts'

const BUCKET_ID = DISK_STORE_ID + 1

const outage = async () => {
  throw new AppError('storage.unavailable')
}

/** A disk, and a store in the place of a bucket that does not answer. */
async function openStores(): Promise<{ disk: BlobStore; bucket: BlobStore }> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-blobs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const bucket = await openDiskStore(join(folder, 'bucket'))
  return {
    disk: await openDiskStore(join(folder, 'disk')),
    bucket: Object.assign(bucket, { has: outage, remove: outage }),
  }
}

it('contents on the disk stay readable while a former bucket is down', async () => {
  const { disk, bucket } = await openStores()
  const blobs = new Blobs({
    writing: { id: DISK_STORE_ID, store: disk },
    reading: [{ id: BUCKET_ID, store: bucket }],
    scratch: disk,
  })
  const key = randomUUIDv7()
  await blobs.put(key, Buffer.from('content'))
  expect(String(await blobs.readAll(key))).toBe('content')
})

it('a store whose answer is an error is not taken for one without the content', async () => {
  const { disk, bucket } = await openStores()
  const empty = { ...bucket, has: async () => false, readAll: disk.readAll }
  const broken: BlobStore = { ...disk, has: outage }
  const blobs = new Blobs({
    writing: { id: BUCKET_ID, store: empty },
    reading: [{ id: DISK_STORE_ID, store: broken }],
    scratch: disk,
  })
  const key = randomUUIDv7()
  await disk.put(key, Buffer.from('content'))
  await expect(blobs.readAll(key)).rejects.toThrow('storage.unavailable')
  expect(
    String(
      await new Blobs({
        writing: {
          id: BUCKET_ID,
          store: { ...bucket, has: async () => true, readAll: disk.readAll },
        },
        reading: [{ id: DISK_STORE_ID, store: broken }],
        scratch: disk,
      }).readAll(key),
    ),
  ).toBe('content')
  broken.has = disk.has
  expect(String(await blobs.readAll(key))).toBe('content')
})

it('a store that fails again and again is not asked any more in the same work', async () => {
  const { disk, bucket } = await openStores()
  const calls: (readonly string[])[] = []
  const blobs = new Blobs({
    writing: { id: DISK_STORE_ID, store: disk },
    reading: [
      {
        id: BUCKET_ID,
        store: { ...bucket, remove: keys => outage().finally(() => calls.push(keys)) },
      },
    ],
    scratch: disk,
  })
  const failures = new Map()
  for (let index = 0; index < 5; index += 1) {
    const key = randomUUIDv7()
    await disk.put(key, Buffer.from('content'))
    await expect(blobs.removeAll([key], failures)).rejects.toThrow('storage.unavailable')
    expect(await disk.has(key)).toBe(false)
  }
  expect(calls).toHaveLength(3)
})

it('a check of a store that does not answer ends', async () => {
  const { disk } = await openStores()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const store = { ...disk, check: () => new Promise<never>(() => undefined) }
  const blobs = new Blobs({ writing: { id: DISK_STORE_ID, store }, scratch: disk })
  const checked = expect(blobs.check()).rejects.toThrow('storage.unavailable')
  await vi.advanceTimersByTimeAsync(10_000)
  await checked
})

it('contents are removed from the disk while a bucket is down, which is reported', async () => {
  const { disk, bucket } = await openStores()
  const blobs = new Blobs({
    writing: { id: BUCKET_ID, store: bucket },
    reading: [{ id: DISK_STORE_ID, store: disk }],
    scratch: disk,
  })
  const key = randomUUIDv7()
  await disk.put(key, Buffer.from('content'))
  await expect(blobs.removeAll([key])).rejects.toThrow('storage.unavailable')
  expect(await disk.has(key)).toBe(false)
})
