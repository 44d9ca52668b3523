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
let mostAtOnce: number

beforeEach(async () => {
  server = await startUploadServer()
  queue = new UploadQueue({
    transport: counting(fetchTransport(server.url)),
    limits: { chunkSize: CHUNK, batchBytes: CHUNK },
    wait: async () => {},
    digest: async bytes => sha256(bytes),
  })
})

afterEach(() => server.close())

function counting(transport: Transport): Transport {
  let running = 0
  mostAtOnce = 0
  return {
    ...transport,
    send: (...request) => counted(transport.send(...request)),
    sendBatch: (...request) => counted(transport.sendBatch(...request)),
  }

  async function counted<T>(answer: Promise<T>): Promise<T> {
    running += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    return answer.finally(() => {
      running -= 1
    })
  }
}

/** Queues the tasks and waits until nothing runs or waits any more. */
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
    expect(mostAtOnce).toBe(3)
    expect(server.finished.size).toBe(12)
    expect(server.batches.map(names => names.length)).toEqual([2, 2, 2, 2, 2, 2])
  })

  test('sends large files alone, and keeps the order', async () => {
    const large = () => fileTask(randomBytes(CHUNK + 1))
    const tasks = [large(), large(), fileTask(randomBytes(10)), large()]
    await upload(...tasks)
    expect(mostAtOnce).toBe(1)
    expect([...server.finished.keys()]).toEqual(tasks.map(task => task.id))
  })

  test('knows what came as no document, unless it took the place of something', async () => {
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

  test('pauses when the session has ended, and goes on where it was after signing in', async () => {
    server.faults.push(() => false, answerWith(401, problem(401, 'auth.required')))
    const task = fileTask(randomBytes(CHUNK * 3))
    const done = upload(task)
    await until(() => queue.store.paused === 'session')
    expect(queue.store.task(task.id)).toMatchObject({ state: 'waiting', begun: true })
    queue.resume()
    await done
    expect(offsets()).toEqual([0, CHUNK, CHUNK, CHUNK * 2])
    expect(stateOf(task)).toBe('done')
  })

  test("an owner's restriction stops the upload, not the session", async () => {
    server.faults.push(answerWith(401, problem(401, 'upload.restricted')))
    const task = fileTask(randomBytes(10))
    await upload(task)
    expect(stateOf(task)).toBe('failed')
    expect(queue.store.paused).toBeNull()
  })

  test('stops at once when it is paused, and loses nothing', async () => {
    const task = fileTask(randomBytes(CHUNK * 4))
    server.faults.push(
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

  test('gives a cancelled upload up at the server too, and goes on with the next', async () => {
    const [first, second] = [fileTask(randomBytes(CHUNK * 2)), fileTask(randomBytes(10))]
    server.faults.push(() => {
      queue.cancel(first.id)
      return false
    })
    await upload(first, second)
    await until(() => server.cancelled.length > 0)
    expect(server.cancelled).toEqual([first.id])
    expect(stateOf(first)).toBeUndefined()
    expect(stateOf(second)).toBe('done')
  })

  test('tries all failed ones again when asked to', async () => {
    const refuse = answerWith(500, problem(500, 'internal'))
    // The two together, then each for itself.
    server.faults.push(refuse, refuse, refuse)
    const tasks = [fileTask(randomBytes(10)), fileTask(randomBytes(10))]
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(['failed', 'failed'])
    const done = new Promise<void>(resolve => queue.listen({ idle: resolve }))
    queue.retryFailed()
    await done
    expect(tasks.map(stateOf)).toEqual(['done', 'done'])
  })

  test('goes on with a begun upload where the server has it', async () => {
    const bytes = randomBytes(CHUNK * 2)
    const task = fileTask(bytes, { begun: true })
    server.kept.set(task.id, bytes.subarray(0, CHUNK))
    await upload(task)
    expect(offsets()).toEqual([CHUNK])
    expect(contentOf(task)).toEqual(bytes)
  })

  test('counts bytes, and leaves out what failed', async () => {
    server.faults.push(answerWith(500, problem(500, 'internal')))
    await upload(fileTask(randomBytes(CHUNK + 1)), fileTask(randomBytes(30)))
    expect(queue.store.snapshot()).toMatchObject({
      sentBytes: 30,
      totalBytes: 30,
      counts: { begun: 0, waiting: 0, failed: 1, done: 1 },
    })
  })
})

describe('a batch', () => {
  const small = (count: number) =>
    Array.from({ length: count }, (_, index) => fileTask(randomBytes(10), { name: `${index}.txt` }))

  test('holds files for one folder, up to a hundred, in their order', async () => {
    const here = small(150)
    const parentId = randomUUID()
    const there = small(3).map(task => ({ ...task, parentId }))
    await upload(...here, ...there)
    const names = (tasks: UploadTask[]) => tasks.map(task => task.name)
    // They are under way at once, so that any of them may arrive first.
    const batches = server.batches.toSorted((one, other) => other.length - one.length)
    expect(batches).toEqual([names(here.slice(0, 100)), names(here.slice(100)), names(there)])
    for (const task of [...here, ...there]) expect(contentOf(task)).toEqual(await bytesOf(task))
  })

  test('leaves a refused file behind, and the others are done', async () => {
    server.refusedNames.set('1.txt', problem(422, 'upload.type_not_allowed'))
    const tasks = small(3)
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(['done', 'failed', 'done'])
    expect(queue.store.tasksIn('failed')[0]?.failure?.code).toBe('upload.type_not_allowed')
  })

  test('sent again after the connection broke off makes nothing twice', async () => {
    server.faults.push(abortConnection)
    const tasks = small(5)
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(tasks.map(() => 'done'))
    expect(server.finished.size).toBe(5)
  })

  test('is given up after three failures, each file with its way to try again', async () => {
    const away = answerWith(503, problem(503, 'storage.unavailable'))
    server.faults.push(away, away, away)
    const tasks = small(2)
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(['failed', 'failed'])
  })

  test('becomes smaller where a proxy takes no more', async () => {
    server.faults.push(answerWith(413, '<html>Too large</html>'))
    const tasks = Array.from({ length: 2 }, () => fileTask(randomBytes(40_000)))
    await upload(...tasks)
    expect(server.batches).toEqual([])
    expect(tasks.map(stateOf)).toEqual(['done', 'done'])
    const more = Array.from({ length: 4 }, () => fileTask(randomBytes(30_000)))
    await upload(...more)
    expect(server.batches.map(names => names.length)).toEqual([2, 2])
  })

  test('one that is cancelled leaves the others alone', async () => {
    const tasks = small(4)
    server.faults.push(() => {
      queue.cancel(tasks[2]?.id ?? '')
      return false
    })
    await upload(...tasks)
    expect(tasks.map(stateOf)).toEqual(['done', 'done', undefined, 'done'])
  })

  test('pauses with the session, and goes on after signing in', async () => {
    server.faults.push(answerWith(401, problem(401, 'auth.required')))
    const tasks = small(4)
    const done = upload(...tasks)
    await until(() => queue.store.paused === 'session')
    queue.resume()
    await done
    expect(tasks.map(stateOf)).toEqual(tasks.map(() => 'done'))
  })

  test('file that can not be read any more fails by itself', async () => {
    const tasks = small(2)
    const lost = fileTask(randomBytes(10))
    Object.defineProperty(lost.file, 'arrayBuffer', {
      value: () => Promise.reject(new Error('gone')),
    })
    await upload(...tasks, lost)
    expect([...tasks, lost].map(stateOf)).toEqual(['done', 'done', 'failed'])
  })
})

describe('a folder that is gone', () => {
  test('stops everything that is meant for it, which can go to another one', async () => {
    const gone = randomUUID()
    const to = (parentId: string | null) => fileTask(randomBytes(CHUNK + 1), { parentId })
    const tasks = [to(gone), to(gone), to(gone)]
    const other = to(null)
    server.faults.push(answerWith(409, problem(409, 'upload.parent_gone')))
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
