import { expect, test, vi } from 'vitest'
import type { StoredUpload } from './stored-upload.ts'
import { createUploadStore, type HandleStorage, type UploadStore } from './upload-store.ts'

const DAY = 86_400_000

/** The browser's database, which gives back copies. */
function shelf(): HandleStorage {
  const map = new Map<string, unknown>()
  return {
    keys: async () => [...map.keys()],
    get: async key => map.get(key),
    set: async (key, value) => void map.set(key, value),
    del: async key => void map.delete(key),
  }
}

/** Tabs hold their locks until they are closed; whoever asks for one waits for its turn. */
function tabs() {
  const queues = new Map<string, (() => unknown)[]>()
  const held: string[] = []
  const next = (name: string) => {
    const go = queues.get(name)?.[0]
    if (!go) return
    const result = go()
    if (result instanceof Promise) void result.then(() => leave(name))
  }
  const leave = (name: string) => {
    queues.get(name)?.shift()
    next(name)
  }
  const request = ((name: string, go: () => unknown) => {
    const queue = queues.get(name) ?? []
    queues.set(name, queue)
    queue.push(go)
    if (queue.length === 1) held.push(name)
    if (queue.length === 1) next(name)
    return new Promise(() => {})
  }) as unknown as LockManager['request']
  return { locks: { request }, closeFirst: () => leave(held.shift() ?? '') }
}

/** Everything that goes by itself has gone. */
const settled = () => new Promise(resolve => setImmediate(resolve))

async function inherited(store: UploadStore): Promise<StoredUpload[]> {
  const all: StoredUpload[] = []
  await store.inherit(async list => all.push(...list))
  await settled()
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

test('uploads of a closed tab are inherited, and only once', async () => {
  const { locks, closeFirst } = tabs()
  const ports = { shelf: shelf(), locks, now: () => 1000 }
  await createUploadStore('ada', ports).save([entry])
  closeFirst()
  expect(await inherited(createUploadStore('ada', ports))).toEqual([{ ...entry, at: 1000 }])
  expect(await inherited(createUploadStore('ada', ports))).toEqual([])
})

test('uploads of a tab that still lives are its own', async () => {
  const { locks } = tabs()
  const ports = { shelf: shelf(), locks, now: () => 1000 }
  await createUploadStore('ada', ports).save([entry])
  expect(await inherited(createUploadStore('ada', ports))).toEqual([])
})

test('a tab that is still closing is waited for', async () => {
  const { locks, closeFirst } = tabs()
  const ports = { shelf: shelf(), locks, now: () => 1000 }
  await createUploadStore('ada', ports).save([entry])
  const found: StoredUpload[] = []
  await createUploadStore('ada', ports).inherit(async list => found.push(...list))
  await settled()
  expect(found).toEqual([])
  closeFirst()
  await settled()
  expect(found).toEqual([{ ...entry, at: 1000 }])
})

test('another user of the same browser inherits nothing', async () => {
  const ports = { shelf: shelf(), locks: undefined, now: () => 1000 }
  await createUploadStore('ada', ports).save([entry])
  expect(await inherited(createUploadStore('jon', ports))).toEqual([])
})

test('after a day nothing is left to go on with', async () => {
  let now = 0
  const ports = { shelf: shelf(), locks: undefined, now: () => now }
  await createUploadStore('ada', ports).save([entry])
  now = DAY
  expect(await inherited(createUploadStore('ada', ports))).toEqual([])
})

test('a handle is kept beside its upload, and nothing else in its place', async () => {
  class Handle {}
  vi.stubGlobal('FileSystemHandle', Handle)
  const ports = { shelf: shelf(), locks: undefined, now: () => 1000 }
  const handle = new Handle() as FileSystemHandle
  await createUploadStore('ada', ports).save([{ ...entry, handle }])
  expect(await inherited(createUploadStore('ada', ports))).toEqual([{ ...entry, handle, at: 1000 }])
  await createUploadStore('ada', ports).save([{ ...entry, handle: {} as FileSystemHandle }])
  expect(await inherited(createUploadStore('ada', ports))).toEqual([])
  vi.unstubAllGlobals()
})

test('what someone else wrote there is not trusted', async () => {
  const shared = shelf()
  await shared.set('ada.x', { not: 'ours' })
  await shared.set('ada.y', 'nor this')
  const ports = { shelf: shared, locks: undefined, now: () => 0 }
  expect(await inherited(createUploadStore('ada', ports))).toEqual([])
})

test('a full or forbidden storage is no failure', async () => {
  const no = () => Promise.reject(new DOMException('full'))
  const ports = { shelf: { keys: no, get: no, set: no, del: no }, locks: undefined, now: () => 0 }
  const store = createUploadStore('ada', ports)
  await expect(store.save([entry])).resolves.toBeUndefined()
  expect(await inherited(store)).toEqual([])
})

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...entry, id: `u${index}`, path: `f/${index}` }))

test('ten thousand unfinished uploads are all inherited', async () => {
  const ports = { shelf: shelf(), locks: undefined, now: () => 1000 }
  await createUploadStore('ada', ports).save(many(10_000))
  const ids = (await inherited(createUploadStore('ada', ports))).map(({ id }) => id)
  expect(ids).toEqual(many(10_000).map(({ id }) => id))
})

test('of many that wait, only those are written again among which something changed', async () => {
  const kept = shelf()
  const set = vi.spyOn(kept, 'set')
  const ports = { shelf: kept, locks: undefined, now: () => 1000 }
  const store = createUploadStore('ada', ports)
  const list = many(10_000)
  await store.save(list)
  const all = set.mock.calls.length
  expect(all).toBeLessThan(100)
  await store.save(list.slice(1))
  expect(set.mock.calls.length).toBe(all + 1)
  await store.save([])
  expect(await inherited(createUploadStore('ada', ports))).toEqual([])
})

test('what waits in an open tab does not get old', async () => {
  let now = 0
  const ports = { shelf: shelf(), locks: undefined, now: () => now }
  const store = createUploadStore('ada', ports)
  const list = [entry]
  await store.save(list)
  now = DAY - 1
  await store.save(list)
  now = DAY + 1
  expect(await inherited(createUploadStore('ada', ports))).toHaveLength(1)
})

test('what is handed on is let go only when it is kept anew', async () => {
  const kept = shelf()
  const ports = { shelf: kept, locks: undefined, now: () => 1000 }
  await createUploadStore('ada', ports).save([entry])
  await createUploadStore('ada', ports).inherit(() => Promise.reject(new Error('closed meanwhile')))
  await settled()
  expect(await inherited(createUploadStore('ada', ports))).toEqual([{ ...entry, at: 1000 }])
})
