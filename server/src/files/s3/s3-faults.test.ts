import { randomUUIDv7 } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bytes, sha256 } from '../../../test/contents.ts'
import { type Disturbance, first, startFaultProxy } from '../../../test/fault-proxy.ts'
import { createBucket, sizesInBucket } from '../../../test/s3-bucket.ts'
import { AppError } from '../../errors.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import { openDiskStore } from '../disk-store.ts'
import { TooLargeToCopy } from '../storage-errors.ts'
import { PagePool } from './part-buffer.ts'
import { openS3Store } from './s3-store.ts'

const MIB = 1024 * 1024
const NEW = { receivedBytes: 0, placement: null }

async function open({
  takeDisk = async () => undefined,
  memoryBytes = 64 * MIB,
  scratchReserveBytes = 0,
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-faults-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const parts = join(folder, 'parts')
  await mkdir(parts)
  const bucket = await createBucket()
  const proxy = await startFaultProxy(bucket.endpoint)
  onTestFinished(proxy.close)
  const scratch = await openDiskStore(join(folder, 'scratch'), scratchReserveBytes)
  const store = await openS3Store({
    s3: { ...bucket, endpoint: proxy.endpoint },
    scratch,
    space: { pool: new PagePool(memoryBytes), folder: parts, takeDisk },
  })
  return {
    store,
    proxy,
    sizes: () => sizesInBucket(bucket),
    partFiles: () => readdir(parts),
    copies: () => filesBelow(join(folder, 'scratch')),
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

type TestStore = Awaited<ReturnType<typeof open>>

async function* source(content: Uint8Array): Bytes {
  for (let start = 0; start < content.length; start += 64 * 1024)
    yield content.subarray(start, start + 64 * 1024)
}

/** Stores a content in one request. @returns its key */
async function store({ store }: TestStore, content: Uint8Array): Promise<string> {
  const key = randomUUIDv7()
  const sizeBytes = content.length
  const { parts, placement } = await store.append({ key, sizeBytes, ...NEW }, source(content), true)
  await store.complete({ key, sizeBytes, receivedBytes: sizeBytes, placement }, parts)
  return key
}

async function expectStored({ store }: TestStore, key: string, content: Uint8Array): Promise<void> {
  const chunks = await store.read(key, { start: 0, end: content.length - 1 }).toArray()
  expect(sha256(Buffer.concat(chunks))).toBe(sha256(content))
}

interface Call {
  method: string
  url: string
  headers: Record<string, unknown>
}
const isPart = ({ method, url }: Call) => method === 'PUT' && url.includes('partNumber')
const isCompletion = ({ method, url }: Call) => method === 'POST' && url.includes('uploadId')
const isRead = ({ method }: Call) => method === 'GET'

describe('M5: a store that fails for a while', () => {
  it.each<[string, Disturbance]>([
    ['500', { kind: 'answer', status: 500, code: 'InternalError' }],
    ['503 SlowDown', { kind: 'answer', status: 503, code: 'SlowDown' }],
    ['a reset connection', { kind: 'reset' }],
    ['a lost answer', { kind: 'lose' }],
  ])('with %s gets every part again', async (_, fault) => {
    const opened = await open()
    const content = bytes(17 * MIB)
    opened.proxy.use(first(3, isPart, fault))
    await expectStored(opened, await store(opened, content), content)
  })

  it('also gets parts again that are kept in files', async () => {
    const opened = await open({ memoryBytes: 0 })
    const content = bytes(9 * MIB)
    opened.proxy.use(first(2, isPart, { kind: 'reset' }))
    await expectStored(opened, await store(opened, content), content)
    expect(await opened.partFiles()).toEqual([])
  })

  it('and does not recover, answers 503 with the time to try again, and keeps nothing', async () => {
    const opened = await open()
    opened.proxy.use(call =>
      isPart(call) ? { kind: 'answer', status: 500, code: 'InternalError' } : undefined,
    )
    const failure = await store(opened, bytes(9 * MIB)).catch(error => error)
    expect(failure).toBeInstanceOf(AppError)
    expect([failure.code, failure.details.retryAfterSeconds]).toEqual(['storage.unavailable', 5])
    expect(await opened.sizes()).toEqual([])
  })
})

describe('M6: the completion of an upload', () => {
  it.each<[string, Disturbance]>([
    ['whose answer is lost', { kind: 'lose' }],
    [
      'that is answered by 200 with an error',
      { kind: 'replace', status: 200, code: 'InternalError' },
    ],
    [
      'that is repeated at a store that has forgotten it',
      { kind: 'replace', status: 404, code: 'NoSuchUpload' },
    ],
  ])('%s is settled by what is stored', async (_, fault) => {
    const opened = await open()
    const content = bytes(9 * MIB)
    opened.proxy.use(call => (isCompletion(call) ? fault : undefined))
    const key = await store(opened, content)
    opened.proxy.use()
    await expectStored(opened, key, content)
    expect(await opened.sizes()).toEqual([9 * MIB])
  })

  it('that did not happen fails', async () => {
    const opened = await open()
    opened.proxy.use(call =>
      isCompletion(call) ? { kind: 'answer', status: 200, code: 'InternalError' } : undefined,
    )
    await expect(store(opened, bytes(9 * MIB))).rejects.toThrow('storage.unavailable')
  })
})

describe('M9: a read', () => {
  it('continues where the connection was interrupted', async () => {
    const opened = await open()
    const content = bytes(5 * MIB)
    const key = await store(opened, content)
    opened.proxy.use(first(4, isRead, { kind: 'cut', bytes: MIB }))
    await expectStored(opened, key, content)
    expect(opened.proxy.calls.filter(({ method }) => method === 'GET')).toHaveLength(5)
  })

  it('that is interrupted again and again fails', async () => {
    const opened = await open()
    const content = bytes(5 * MIB)
    const key = await store(opened, content)
    opened.proxy.use(call => (isRead(call) ? { kind: 'cut', bytes: 1 } : undefined))
    await expect(expectStored(opened, key, content)).rejects.toThrow('storage.unavailable')
  })
})

it('M10: a full scratch folder rejects an upload and keeps nothing of it', async () => {
  const opened = await open({
    memoryBytes: 0,
    takeDisk: () => Promise.reject(new AppError('storage.full')),
  })
  await expect(store(opened, bytes(9 * MIB))).rejects.toThrow('storage.full')
  expect([await opened.sizes(), await opened.partFiles()]).toEqual([[], []])
})

it('a content that does not fit in the scratch folder is not read for a copy', async () => {
  const opened = await open({ scratchReserveBytes: Number.MAX_SAFE_INTEGER })
  const content = bytes(MIB)
  const key = await store(opened, content)
  const copied = opened.store.asFile({ key, sizeBytes: content.length }, async path => path)
  await expect(copied).rejects.toThrow('storage.full')
  expect(opened.proxy.calls.filter(({ method }) => method === 'GET')).toEqual([])
})

it('a content that is too large for a copy is not read', async () => {
  const opened = await open()
  const sizeBytes = 5 * 1024 ** 3
  const copied = opened.store.asFile({ key: randomUUIDv7(), sizeBytes }, async path => path)
  await expect(copied).rejects.toThrow(TooLargeToCopy)
  expect(opened.proxy.calls.filter(({ method }) => method === 'GET')).toEqual([])
})

it('a copy ends with the work that needs it, and keeps nothing', async () => {
  const opened = await open()
  const content = bytes(9 * MIB)
  const key = await store(opened, content)
  const ending = new AbortController()
  opened.proxy.use(call => {
    if (isRead(call)) ending.abort()
    return undefined
  })
  const work = vi.fn(async () => undefined)
  const { signal } = ending
  await expect(
    opened.store.asFile({ key, sizeBytes: content.length, signal }, work),
  ).rejects.toThrow()
  expect(work).not.toHaveBeenCalled()
  expect(await opened.copies()).toEqual([])
})

describe('M11: a store', () => {
  it('without conditional writes gets plain ones', async () => {
    const opened = await open()
    opened.proxy.use(({ headers }) =>
      headers['if-none-match']
        ? { kind: 'answer', status: 501, code: 'NotImplemented' }
        : undefined,
    )
    const keys = [randomUUIDv7(), randomUUIDv7()]
    for (const key of keys) await opened.store.put(key, bytes(10))
    expect(opened.proxy.calls).toHaveLength(3)
    expect(await opened.sizes()).toEqual([10, 10])
  })

  it.each([
    ['the call', 501, 'NotImplemented'],
    ['its checksum', 400, 'InvalidArgument'],
  ])('that refuses %s of removing many objects gets one call for each', async (_, status, code) => {
    const opened = await open()
    const keys = [randomUUIDv7(), randomUUIDv7()]
    for (const key of keys) await opened.store.put(key, bytes(10))
    opened.proxy.use(({ method }) =>
      method === 'POST' ? { kind: 'answer', status, code } : undefined,
    )
    await opened.store.remove(keys)
    expect(await opened.sizes()).toEqual([])
  })

  it('gets no checksums that it may not know, and equal parts', async () => {
    const opened = await open()
    const headers = new Set<string>()
    opened.proxy.use(call => {
      if (call.method === 'PUT') for (const name of Object.keys(call.headers)) headers.add(name)
      return undefined
    })
    await opened.store.put(randomUUIDv7(), bytes(10))
    await store(opened, bytes(17 * MIB))
    expect([...headers].filter(name => /checksum|trailer/.test(name))).toEqual([])
    const sizes = opened.proxy.calls.filter(({ url }) => url.includes('partNumber'))
    expect(sizes.map(({ bytes: size }) => size).toSorted((a, b) => b - a)).toEqual([
      8 * MIB,
      8 * MIB,
      MIB,
    ])
  })

  it('a put whose answer is lost is not taken for a foreign object', async () => {
    const opened = await open()
    const key = randomUUIDv7()
    opened.proxy.use(first(1, ({ method }) => method === 'PUT', { kind: 'lose' }))
    await opened.store.put(key, bytes(10))
    expect(await opened.sizes()).toEqual([10])
  })
})
