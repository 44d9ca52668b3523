// @vitest-environment node
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../lib/new-id.ts'
import type { SendDeps } from './send-file.ts'
import { UploadQueue } from './upload-queue.ts'
import {
  abortConnection,
  answerWith,
  fetchTransport,
  fileTask,
  problem,
  sha256,
  startUploadServer,
  type UploadServer,
} from './uploads.test-server.ts'
import type { UploadTask } from './uploads.types.ts'

const CHUNK = 100 * 1024

let server: UploadServer
let waits: number[]
let deps: SendDeps
let queue: UploadQueue

beforeEach(async () => {
  server = await startUploadServer()
  waits = []
  deps = {
    transport: fetchTransport(server.url),
    limits: { chunkSize: CHUNK, batchBytes: CHUNK },
    wait: async ms => void waits.push(ms),
    digest: async bytes => sha256(bytes),
  }
  queue = new UploadQueue(deps)
})

afterEach(() => server.close())

/** Queues the tasks and waits until the queue is idle. */
const upload = (...tasks: UploadTask[]): Promise<void> =>
  new Promise(resolve => {
    queue.listen({ idle: resolve })
    queue.add(tasks)
  })

const stateOf = (task: UploadTask) => queue.store.task(task.id)?.state
const contentOf = (task: UploadTask) => server.finished.get(task.id)
const offsets = () => server.chunks.map(chunk => Number(chunk.form.offset))

describe('a file', () => {
  test('below one chunk is sent in one request with all form parts', async () => {
    const bytes = randomBytes(5000)
    const task = fileTask(bytes, { name: 'pier.jpg', path: 'a/pier.jpg', parentId: newId() })
    await upload(task)
    expect(server.chunks).toHaveLength(1)
    expect(server.chunks[0]?.form).toEqual({
      filename: 'pier.jpg',
      path: 'a/pier.jpg',
      modified_at: String(task.file?.lastModified),
      parent_id: task.parentId,
      extension: 'jpg',
      is_last: 'true',
      upload_id: task.id,
      offset: '0',
      size: '5000',
      on_conflict: 'rename',
      checksum: `sha-256=${sha256(bytes)}`,
    })
    expect(contentOf(task)).toEqual(bytes)
    expect(stateOf(task)).toBe('done')
  })

  test('above one chunk is sent in chunks, of which only the last has is_last', async () => {
    const task = fileTask(randomBytes(CHUNK * 2 + 1))
    await upload(task)
    expect(offsets()).toEqual([0, CHUNK, CHUNK * 2])
    expect(server.chunks.map(chunk => chunk.form.is_last)).toEqual(['false', 'false', 'true'])
    expect(contentOf(task)?.length).toBe(task.size)
  })

  // UPL-16
  test('is processing from its last byte until the response', async () => {
    const task = fileTask(randomBytes(5000))
    const update = vi.spyOn(queue.store, 'update')
    await upload(task)
    const states = update.mock.calls.flatMap(([, { state }]) => state ?? [])
    expect(states.indexOf('processing')).toBeGreaterThan(states.indexOf('sending'))
    expect(stateOf(task)).toBe('done')
  })

  test('is sent without a checksum where the browser has no Web Crypto', async () => {
    deps.digest = async () => null
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(server.chunks[0]?.form).not.toHaveProperty('checksum')
  })

  test('that can no longer be read fails as unreadable', async () => {
    const task = fileTask(randomBytes(10))
    const file = Object.assign(new File(['x'], 'gone.txt'), {
      arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
    })
    await upload({ ...task, file, size: file.size })
    expect(queue.store.task(task.id)?.failure?.code).toBe('unreadable')
  })
})

describe('after a failure', () => {
  test('does not send a chunk twice whose response was lost', async () => {
    const task = fileTask(randomBytes(CHUNK * 2))
    server.failures.push(({ form, bytes }, response) => {
      server.received.set(form.upload_id ?? '', bytes)
      response.destroy()
      return true
    })
    await upload(task)
    expect(offsets()).toEqual([0, CHUNK])
    expect(contentOf(task)?.length).toBe(task.size)
  })

  test('creates one file when the last response is lost', async () => {
    const bytes = randomBytes(300)
    const task = fileTask(bytes)
    server.failures.push(({ form, bytes: content }, response) => {
      server.finished.set(form.upload_id ?? '', content)
      response.destroy()
      return true
    })
    await upload(task)
    expect(server.finished.size).toBe(1)
    expect(stateOf(task)).toBe('done')
  })

  test('continues at the offset that the server reports', async () => {
    const task = fileTask(randomBytes(CHUNK * 2))
    const conflict = problem(409, 'upload.offset_conflict', { expected_offset: 777 })
    const answerOffset777 = answerWith(409, conflict)
    server.failures.push((chunk, response) => {
      server.received.set(chunk.form.upload_id ?? '', chunk.bytes.subarray(0, 777))
      return answerOffset777(chunk, response)
    })
    await upload(task)
    expect(offsets()).toEqual([0, 777, 777 + CHUNK])
    expect(stateOf(task)).toBe('done')
  })

  test('sends a damaged chunk again', async () => {
    server.failures.push(
      answerWith(422, problem(422, 'upload.checksum_mismatch', { expected_offset: 0 })),
    )
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(server.chunks).toHaveLength(2)
    expect(stateOf(task)).toBe('done')
  })

  test('tries a chunk three times, with growing delays', async () => {
    const busy = answerWith(503, '<html>busy</html>')
    server.failures.push(busy, busy, busy)
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(server.chunks).toHaveLength(3)
    expect(waits).toHaveLength(2)
    expect(queue.store.task(task.id)).toMatchObject({ state: 'failed', failure: { status: 503 } })
  })

  test.each([408, 425, 429, 502, 503, 504])('retries after %i from a proxy', async status => {
    server.failures.push(answerWith(status, '<html>not now</html>'))
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(stateOf(task)).toBe('done')
    expect(waits).toHaveLength(1)
  })

  test('does not accept an HTML page of a proxy as success', async () => {
    server.failures.push(answerWith(200, '<html>Please sign in to the wireless network</html>'))
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(server.chunks).toHaveLength(2)
    expect(contentOf(task)?.length).toBe(10)
  })

  test('waits at least for the Retry-After time', async () => {
    const real = deps.transport
    let busy = true
    deps.transport = {
      ...real,
      send: async (...request) => {
        const response = await real.send(...request)
        if (!busy) return response
        busy = false
        return { status: 429, body: undefined, retryAfterMs: 90_000 }
      },
    }
    await upload(fileTask(randomBytes(CHUNK * 2)))
    expect(waits[0]).toBe(90_000)
  })

  test('completes an upload whose bytes have all arrived with an empty last chunk', async () => {
    const bytes = randomBytes(CHUNK * 2)
    const task = fileTask(bytes, { begun: true })
    server.received.set(task.id, bytes)
    await upload(task)
    expect(server.chunks.map(chunk => [Number(chunk.form.offset), chunk.bytes.length])).toEqual([
      [CHUNK * 2, 0],
    ])
    expect(contentOf(task)).toEqual(bytes)
  })

  test('counts failures for each chunk separately', async () => {
    const busy = answerWith(502, 'bad gateway')
    server.failures.push(busy, busy, () => false, busy, busy)
    const task = fileTask(randomBytes(CHUNK * 2))
    await upload(task)
    expect(stateOf(task)).toBe('done')
  })

  test('halves the chunk size after a 413 of a proxy, without counting a failure', async () => {
    const tooLarge = answerWith(413, '<html>413</html>')
    server.failures.push(tooLarge, tooLarge)
    deps.limits.chunkSize = 200 * 1024
    const task = fileTask(randomBytes(150_000))
    await upload(task)
    expect(stateOf(task)).toBe('done')
    expect(deps.limits.chunkSize).toBe(65_536)
    expect(waits).toEqual([])
  })

  test("stops the upload with the server's texts when the size is rejected", async () => {
    server.failures.push(answerWith(413, problem(413, 'upload.too_large')))
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(queue.store.task(task.id)?.failure).toEqual({
      status: 413,
      code: 'upload.too_large',
      title: 'Title of upload.too_large',
      message: 'Detail of upload.too_large',
    })
  })

  test.each([500, 422, 423])(
    '%i stops that upload at once and the others continue',
    async status => {
      server.failures.push(answerWith(status, problem(status, 'some.code')))
      const first = fileTask(randomBytes(CHUNK * 2))
      const second = fileTask(randomBytes(10))
      await upload(first, second)
      expect(stateOf(first)).toBe('failed')
      expect(stateOf(second)).toBe('done')
      expect(server.chunks.filter(chunk => chunk.form.upload_id === first.id)).toHaveLength(1)
    },
  )

  test('waits for a lost network without a limit', async () => {
    const real = deps.transport
    let unanswered = 8
    deps.transport = {
      ...real,
      getStatus: (id, signal) =>
        unanswered-- > 0
          ? Promise.resolve({ status: 0, body: undefined, retryAfterMs: null })
          : real.getStatus(id, signal),
    }
    server.failures.push(abortConnection)
    const task = fileTask(randomBytes(CHUNK * 2))
    await upload(task)
    expect(waits).toHaveLength(8)
    expect(stateOf(task)).toBe('done')
  })

  test("fails when the server answers but always drops the chunk's connection", async () => {
    server.failures.push(abortConnection, abortConnection, abortConnection)
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(queue.store.task(task.id)?.failure?.code).toBe('unreachable')
  })
})
