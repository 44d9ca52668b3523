// @vitest-environment node
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
  until,
} from './uploads.test-server.ts'
import type { Transport, UploadTask } from './uploads.types.ts'
import { withoutDocument } from './without-document.ts'

const CHUNK = 100 * 1024

let server: UploadServer
let queue: UploadQueue
let maxParallel: number

beforeEach(async () => {
  server = await startUploadServer()
  queue = new UploadQueue({
    transport: withCounter(fetchTransport(server.url)),
    limits: { chunkSize: CHUNK, batchBytes: CHUNK },
    wait: async () => {},
    digest: async bytes => sha256(bytes),
  })
})

afterEach(() => server.close())

function withCounter(transport: Transport): Transport {
  let running = 0
  maxParallel = 0
  return {
    ...transport,
    send: (...request) => count(transport.send(...request)),
    sendBatch: (...request) => count(transport.sendBatch(...request)),
  }

  async function count<T>(response: Promise<T>): Promise<T> {
    running += 1
    maxParallel = Math.max(maxParallel, running)
    return response.finally(() => {
      running -= 1
    })
  }
}

/** Queues the tasks and waits until the queue is idle. */
const upload = (...tasks: UploadTask[]): Promise<void> =>
  new Promise(resolve => {
    queue.listen({ idle: resolve })
    queue.add(tasks)
  })

const stateOf = (task: UploadTask) => queue.store.task(task.id)?.state
const contentOf = (task: UploadTask) => server.finished.get(task.id)
const bytesOf = async (task: UploadTask) =>
  Buffer.from((await task.file?.arrayBuffer()) ?? new ArrayBuffer())
const offsets = () => server.chunks.map(chunk => Number(chunk.form.offset))

describe('the queue', () => {
  test('sends small files in batches, three at a time', async () => {
    const tasks = Array.from({ length: 12 }, () => fileTask(randomBytes(50_000)))
    await upload(...tasks)
    expect(maxParallel).toBe(3)
    expect(server.finished.size).toBe(12)
    expect(server.batches.map(names => names.length)).toEqual([2, 2, 2, 2, 2, 2])
  })

  test('sends large files one at a time, in order', async () => {
    const large = () => fileTask(randomBytes(CHUNK + 1))
    const tasks = [large(), large(), fileTask(randomBytes(10)), large()]
    await upload(...tasks)
    expect(maxParallel).toBe(1)
    expect([...server.finished.keys()]).toEqual(tasks.map(task => task.id))
  })

  test('lists uploads without a document type, except replaced files', async () => {
    const document = { tipo_id: 'contract', subcategory_id: '' }
    const tasks = [
      fileTask(randomBytes(10)),
      fileTask(randomBytes(CHUNK + 1)),
      { ...fileTask(randomBytes(10)), document },
      { ...fileTask(randomBytes(10)), onConflict: 'replace' as const },
    ]
    await upload(...tasks)
    expect(withoutDocument(queue.store).map(({ itemId }) => itemId)).toEqual(
      tasks.slice(0, 2).map(({ id }) => id),
    )
  })

  test('pauses when the session ends and continues at the same offset after signing in', async () => {
    server.failures.push(() => false, answerWith(401, problem(401, 'auth.required')))
    const task = fileTask(randomBytes(CHUNK * 3))
    const done = upload(task)
    await until(() => queue.store.paused === 'session')
    expect(queue.store.task(task.id)).toMatchObject({ state: 'waiting', begun: true })
    queue.resume()
    await done
    expect(offsets()).toEqual([0, CHUNK, CHUNK, CHUNK * 2])
    expect(stateOf(task)).toBe('done')
  })

  test("fails the upload on an owner's restriction without pausing the queue", async () => {
    server.failures.push(answerWith(401, problem(401, 'upload.restricted')))
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(stateOf(task)).toBe('failed')
    expect(queue.store.paused).toBeNull()
  })

  test('pauses at once and loses no bytes', async () => {
    const task = fileTask(randomBytes(CHUNK * 4))
    server.failures.push(
      () => false,
      () => {
        queue.pause()
        return false
      },
    )
    const done = upload(task)
    await until(() => stateOf(task) === 'waiting')
    queue.resume()
    await done
    expect(contentOf(task)?.length).toBe(task.size)
  })

  test('cancels an upload on the server too and continues with the next', async () => {
    const first = fileTask(randomBytes(CHUNK * 2))
    const second = fileTask(randomBytes(10))
    server.failures.push(() => {
      queue.cancel(first.id)
      return false
    })
    await upload(first, second)
    await until(() => server.cancelled.length > 0)
    expect(server.cancelled).toEqual([first.id])
    expect(stateOf(first)).toBeUndefined()
    expect(stateOf(second)).toBe('done')
  })

  test('cancels on the server only what it may have a part of', async () => {
    const cancelAll = () => {
      queue.cancelAll()
      return true
    }
    server.failures.push(cancelAll)
    await upload(...Array.from({ length: 20 }, () => fileTask(randomBytes(CHUNK / 4))))
    const large = fileTask(randomBytes(CHUNK * 2))
    server.failures.push(cancelAll)
    await upload(large)
    await until(() => server.cancelled.includes(large.id))
    expect(server.cancelled).toEqual([large.id])
  })

  test('retries all failed uploads on request', async () => {
    const rejectRequest = answerWith(500, problem(500, 'internal'))
    // First the batch, then each file by itself.
    server.failures.push(rejectRequest, rejectRequest, rejectRequest)
    const tasks = [fileTask(randomBytes(10)), fileTask(randomBytes(10))]
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(['failed', 'failed'])
    const done = new Promise<void>(resolve => queue.listen({ idle: resolve }))
    queue.retryFailed()
    await done
    expect(tasks.map(stateOf)).toEqual(['done', 'done'])
  })

  test("resumes a begun upload at the server's offset", async () => {
    const bytes = randomBytes(CHUNK * 2)
    const task = fileTask(bytes, { begun: true })
    server.received.set(task.id, bytes.subarray(0, CHUNK))
    await upload(task)
    expect(offsets()).toEqual([CHUNK])
    expect(contentOf(task)).toEqual(bytes)
  })

  test('counts sent bytes without failed uploads', async () => {
    server.failures.push(answerWith(500, problem(500, 'internal')))
    await upload(fileTask(randomBytes(CHUNK + 1)), fileTask(randomBytes(30)))
    expect(queue.store.snapshot()).toMatchObject({
      sentBytes: 30,
      totalBytes: 30,
      counts: { begun: 0, waiting: 0, failed: 1, done: 1 },
    })
  })
})

describe('a batch', () => {
  const smallTasks = (count: number) =>
    Array.from({ length: count }, (_, index) => fileTask(randomBytes(10), { name: `${index}.txt` }))

  test('holds up to a hundred files for one folder, in order', async () => {
    const homeTasks = smallTasks(150)
    const parentId = randomUUID()
    const folderTasks = smallTasks(3).map(task => ({ ...task, parentId }))
    await upload(...homeTasks, ...folderTasks)
    const names = (tasks: UploadTask[]) => tasks.map(task => task.name)
    // The batches run in parallel, so any of them may arrive first.
    const batches = server.batches.toSorted((first, second) => second.length - first.length)
    expect(batches).toEqual([
      names(homeTasks.slice(0, 100)),
      names(homeTasks.slice(100)),
      names(folderTasks),
    ])
    for (const task of [...homeTasks, ...folderTasks])
      expect(contentOf(task)).toEqual(await bytesOf(task))
  })

  test('fails a rejected file and completes the others', async () => {
    server.rejections.set('1.txt', problem(422, 'upload.type_not_allowed'))
    const tasks = smallTasks(3)
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(['done', 'failed', 'done'])
    expect(queue.store.tasksIn('failed')[0]?.failure?.code).toBe('upload.type_not_allowed')
  })

  test('creates no duplicates when it is sent again after a lost connection', async () => {
    server.failures.push(abortConnection)
    const tasks = smallTasks(5)
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(tasks.map(() => 'done'))
    expect(server.finished.size).toBe(5)
  })

  test('fails after three attempts', async () => {
    const unavailable = answerWith(503, problem(503, 'storage.unavailable'))
    server.failures.push(unavailable, unavailable, unavailable)
    const tasks = smallTasks(2)
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(['failed', 'failed'])
  })

  test('becomes smaller after a 413 of a proxy', async () => {
    server.failures.push(answerWith(413, '<html>Too large</html>'))
    const tasks = Array.from({ length: 2 }, () => fileTask(randomBytes(40_000)))
    await upload(...tasks)
    expect(server.batches).toEqual([])
    expect(tasks.map(stateOf)).toEqual(['done', 'done'])
    const more = Array.from({ length: 4 }, () => fileTask(randomBytes(30_000)))
    await upload(...more)
    expect(server.batches.map(names => names.length)).toEqual([2, 2])
  })

  test('completes the other files when one is cancelled', async () => {
    const tasks = smallTasks(4)
    server.failures.push(() => {
      queue.cancel(tasks[2]?.id ?? '')
      return false
    })
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(['done', 'done', undefined, 'done'])
  })

  test('pauses when the session ends and continues after signing in', async () => {
    server.failures.push(answerWith(401, problem(401, 'auth.required')))
    const tasks = smallTasks(4)
    const done = upload(...tasks)
    await until(() => queue.store.paused === 'session')
    queue.resume()
    await done
    expect(tasks.map(stateOf)).toEqual(tasks.map(() => 'done'))
  })

  test("fails only the file that can't be read", async () => {
    const tasks = smallTasks(2)
    const unreadable = fileTask(randomBytes(10))
    Object.defineProperty(unreadable.file, 'arrayBuffer', {
      value: () => Promise.reject(new Error('gone')),
    })
    await upload(...tasks, unreadable)
    expect([...tasks, unreadable].map(stateOf)).toEqual(['done', 'done', 'failed'])
  })
})

describe('a refused folder', () => {
  test.each(['auth.forbidden', 'item.not_found'])(
    'that answers %s receives no further request',
    async code => {
      const tasks = Array.from({ length: 20 }, () =>
        fileTask(randomBytes(CHUNK / 2), { parentId: 'refused' }),
      )
      for (const _ of tasks) server.failures.push(answerWith(403, problem(403, code)))
      await upload(...tasks)
      expect(tasks.map(stateOf)).toEqual(tasks.map(() => 'failed'))
      expect(queue.store.stranded()).toHaveLength(tasks.length)
      // Three requests run at a time.
      expect(server.chunks.length).toBeLessThanOrEqual(3)
    },
  )
})

describe('a closed link', () => {
  test.each(['share.not_found', 'share.exhausted', 'upload_request.gone'])(
    'that answers %s receives nothing, whatever the folder',
    async code => {
      const tasks = Array.from({ length: 20 }, (_, index) =>
        fileTask(randomBytes(CHUNK / 2), { parentId: `folder ${index >> 1}` }),
      )
      for (const _ of tasks) server.failures.push(answerWith(404, problem(404, code)))
      await upload(...tasks)
      expect(tasks.map(stateOf)).toEqual(tasks.map(() => 'failed'))
      expect(queue.store.stranded()).toEqual([])
      expect(server.chunks.length).toBeLessThanOrEqual(3)
    },
  )
})

describe('a missing folder', () => {
  test('fails all uploads into it, which can be redirected to another folder', async () => {
    const missingFolder = randomUUID()
    const taskInto = (parentId: string | null) => fileTask(randomBytes(CHUNK + 1), { parentId })
    const tasks = [taskInto(missingFolder), taskInto(missingFolder), taskInto(missingFolder)]
    const other = taskInto(null)
    server.failures.push(answerWith(409, problem(409, 'upload.parent_gone')))
    await upload(...tasks, other)
    expect([...tasks, other].map(stateOf)).toEqual(['failed', 'failed', 'failed', 'done'])
    const done = new Promise<void>(resolve => queue.listen({ idle: resolve }))
    queue.redirect(
      tasks.map(task => task.id),
      null,
    )
    await done
    expect(tasks.map(stateOf)).toEqual(['done', 'done', 'done'])
    expect(server.chunks.at(-1)?.form.parent_id).toBe('')
  })
})
