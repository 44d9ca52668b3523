import { expect, test, vi } from 'vitest'
import type { StoredUpload } from './stored-upload.ts'
import {
  createUploadStore,
  type HandleStorage,
  HEARTBEAT_MS,
  type UploadStore,
} from './upload-store.ts'

const DAY = 86_400_000

/** In-memory storage that returns copies like IndexedDB. */
function createMemoryStorage(): HandleStorage {
  const map = new Map<string, unknown>()
  return {
    keys: async () => [...map.keys()],
    get: async key => map.get(key),
    set: async (key, value) => void map.set(key, value),
    del: async key => void map.delete(key),
  }
}

/** Fake lock manager: a tab holds its lock until it is closed, and other requests wait. */
function tabs() {
  const queues = new Map<string, (() => unknown)[]>()
  const heldLocks: string[] = []
  const next = (name: string) => {
    const callback = queues.get(name)?.[0]
    if (!callback) return
    const result = callback()
    if (result instanceof Promise) void result.then(() => release(name))
  }
  const release = (name: string) => {
    queues.get(name)?.shift()
    next(name)
  }
  const request = ((name: string, callback: () => unknown) => {
    const queue = queues.get(name) ?? []
    queues.set(name, queue)
    queue.push(callback)
    if (queue.length === 1) heldLocks.push(name)
    if (queue.length === 1) next(name)
    return new Promise(() => {})
  }) as unknown as LockManager['request']
  return { locks: { request }, closeFirst: () => release(heldLocks.shift() ?? '') }
}

/** A browser without locks. Its clock runs only while a tab waits. */
function withoutLocks(time = 1000) {
  return {
    locks: undefined,
    now: () => time,
    wait: async (ms: number) => {
      time += ms
    },
  }
}

/** Waits for pending promises. */
const flush = () => new Promise(resolve => setImmediate(resolve))

async function inheritAll(store: UploadStore): Promise<StoredUpload[]> {
  const all: StoredUpload[] = []
  await store.inherit(async list => all.push(...list))
  await flush()
  return all
}

const entry = {
  id: 'u1',
  name: 'film.mp4',
  size: 300,
  lastModified: 7,
  path: '',
  parentId: 'folder',
}

test('inherits uploads of a closed tab once', async () => {
  const { locks, closeFirst } = tabs()
  const deps = { storage: createMemoryStorage(), ...withoutLocks(), locks }
  await createUploadStore('ada', deps).save([entry])
  closeFirst()
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([{ ...entry, at: 1000 }])
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([])
})

test('does not inherit uploads of an open tab', async () => {
  const { locks } = tabs()
  const deps = { storage: createMemoryStorage(), ...withoutLocks(), locks }
  await createUploadStore('ada', deps).save([entry])
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([])
})

test('waits for a tab that is still closing', async () => {
  const { locks, closeFirst } = tabs()
  const deps = { storage: createMemoryStorage(), ...withoutLocks(), locks }
  await createUploadStore('ada', deps).save([entry])
  const inherited: StoredUpload[] = []
  await createUploadStore('ada', deps).inherit(async list => inherited.push(...list))
  await flush()
  expect(inherited).toEqual([])
  closeFirst()
  await flush()
  expect(inherited).toEqual([{ ...entry, at: 1000 }])
})

test('another user of the same browser inherits nothing', async () => {
  const deps = { storage: createMemoryStorage(), ...withoutLocks() }
  await createUploadStore('ada', deps).save([entry])
  expect(await inheritAll(createUploadStore('jon', deps))).toEqual([])
})

test('entries expire after a day', async () => {
  let now = 0
  const deps = { storage: createMemoryStorage(), ...withoutLocks(), now: () => now }
  await createUploadStore('ada', deps).save([entry])
  now = DAY
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([])
})

test('stores a handle with its upload and rejects other values in its place', async () => {
  class Handle {}
  vi.stubGlobal('FileSystemHandle', Handle)
  const deps = { storage: createMemoryStorage(), ...withoutLocks() }
  const handle = new Handle() as FileSystemHandle
  await createUploadStore('ada', deps).save([{ ...entry, handle }])
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([{ ...entry, handle, at: 1000 }])
  await createUploadStore('ada', deps).save([{ ...entry, handle: {} as FileSystemHandle }])
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([])
  vi.unstubAllGlobals()
})

test('ignores foreign values in the storage', async () => {
  const shared = createMemoryStorage()
  await shared.set('ada.x', { not: 'ours' })
  await shared.set('ada.y', 'nor this')
  const deps = { storage: shared, ...withoutLocks(0) }
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([])
})

test('a full or forbidden storage is not an error', async () => {
  const fail = () => Promise.reject(new DOMException('full'))
  const deps = {
    storage: { keys: fail, get: fail, set: fail, del: fail },
    ...withoutLocks(0),
  }
  const store = createUploadStore('ada', deps)
  await expect(store.save([entry])).resolves.toBeUndefined()
  expect(await inheritAll(store)).toEqual([])
})

const createEntries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...entry, id: `u${index}`, path: `f/${index}` }))

test('ten thousand unfinished uploads are all inherited', async () => {
  const deps = { storage: createMemoryStorage(), ...withoutLocks() }
  await createUploadStore('ada', deps).save(createEntries(10_000))
  const ids = (await inheritAll(createUploadStore('ada', deps))).map(({ id }) => id)
  expect(ids).toEqual(createEntries(10_000).map(({ id }) => id))
})

test('writes only the pages that changed', async () => {
  const storage = createMemoryStorage()
  const set = vi.spyOn(storage, 'set')
  const deps = { storage, ...withoutLocks() }
  const store = createUploadStore('ada', deps)
  const list = createEntries(10_000)
  await store.save(list)
  const all = set.mock.calls.length
  expect(all).toBeLessThan(100)
  await store.save(list.slice(1))
  expect(set.mock.calls.length).toBe(all + 1)
  await store.save([])
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([])
})

test('entries of an open tab do not expire', async () => {
  let now = 0
  const { locks, closeFirst } = tabs()
  const deps = { storage: createMemoryStorage(), ...withoutLocks(), locks, now: () => now }
  const store = createUploadStore('ada', deps)
  const list = [entry]
  await store.save(list)
  now = DAY - 1
  await store.save(list)
  now = DAY + 1
  closeFirst()
  expect(await inheritAll(createUploadStore('ada', deps))).toHaveLength(1)
})

test('deletes a passed-on list only after the callback resolves', async () => {
  const storage = createMemoryStorage()
  const deps = { storage, ...withoutLocks() }
  await createUploadStore('ada', deps).save([entry])
  await createUploadStore('ada', deps).inherit(() => Promise.reject(new Error('closed meanwhile')))
  await flush()
  expect(await inheritAll(createUploadStore('ada', deps))).toEqual([{ ...entry, at: 1000 }])
})

test('without locks, does not inherit uploads of a tab that still saves them', async () => {
  const clock = withoutLocks()
  const storage = createMemoryStorage()
  const list = [entry]
  const open = createUploadStore('ada', { storage, ...clock })
  await open.save(list)
  let waits = 0
  const wait = async (ms: number) => {
    waits += 1
    if (waits > 3) return new Promise<void>(() => {})
    for (let waited = 0; waited < ms; waited += HEARTBEAT_MS) {
      await clock.wait(Math.min(HEARTBEAT_MS, ms - waited))
      await open.save(list)
    }
  }
  expect(await inheritAll(createUploadStore('ada', { storage, ...clock, wait }))).toEqual([])
  expect(waits).toBe(4)
})

test('without locks, inherits the uploads of a closed tab after two minutes', async () => {
  const deps = { storage: createMemoryStorage(), ...withoutLocks() }
  await createUploadStore('ada', deps).save([entry])
  const wait = vi.fn(deps.wait)
  const next = createUploadStore('ada', { ...deps, wait })
  expect(await inheritAll(next)).toEqual([{ ...entry, at: 1000 }])
  expect(wait.mock.calls).toEqual([[120_000]])
})
