// @vitest-environment jsdom
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userScope } from '../../lib/api-scope.ts'
import {
  abortConnection,
  answerWith,
  problem,
  startUploadServer,
  type UploadServer,
} from './uploads.test-server.ts'
import { xhrTransport } from './xhr-transport.ts'

declare const jsdom: { reconfigure: (settings: { url: string }) => void }

let server: UploadServer

beforeEach(async () => {
  server = await startUploadServer()
  // The page has the server's origin, so that relative URLs reach it.
  jsdom.reconfigure({ url: server.url })
})

afterEach(() => server.close())

const form = { filename: 'a.bin', upload_id: 'u1', offset: '0', size: '300000', is_last: 'true' }
const options = () => ({ signal: new AbortController().signal, onProgress: () => {} })

test('sends a chunk byte for byte and reports its progress up to the end', async () => {
  const bytes = randomBytes(300_000)
  const progress: number[] = []
  const onProgress = (count: number) => void progress.push(count)
  const response = await xhrTransport(() => userScope).send(form, new Blob([bytes]), {
    ...options(),
    onProgress,
  })
  expect(response.status).toBe(201)
  expect(server.finished.get('u1')).toEqual(bytes)
  expect(progress.at(-1)).toBe(300_000)
})

test('returns an error response with its retry delay', async () => {
  const rejectRequest = answerWith(429, problem(429, 'request.too_many'))
  server.failures.push((chunk, response) =>
    rejectRequest(chunk, response.setHeader('Retry-After', '7')),
  )
  const response = await xhrTransport(() => userScope).send(form, new Blob(['x']), options())
  expect(response).toMatchObject({ status: 429, retryAfterMs: 7000 })
  expect(response.body).toMatchObject({ code: 'request.too_many' })
})

test('discards uploads one after another', async () => {
  const answers: (() => void)[] = []
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise(resolve => {
        answers.push(() => resolve(new Response(null, { status: 204 })))
      }),
  )
  onTestFinished(() => sent.mockRestore())
  const { discard } = xhrTransport(() => userScope)
  for (const id of ['u1', 'u2', 'u3']) discard(id)
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(count))
    answers.at(-1)?.()
  }
})

test('reports a broken connection as status 0', async () => {
  server.failures.push(abortConnection)
  const response = await xhrTransport(() => userScope).send(form, new Blob(['x']), options())
  expect(response.status).toBe(0)
})

test('aborts a connection that does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const received = new Promise<void>(resolve =>
    server.failures.push(() => {
      resolve()
      return true
    }),
  )
  const sent = xhrTransport(() => userScope).send(form, new Blob(['x']), options())
  await received
  // Everything is sent, so that the longer response timeout applies.
  await vi.advanceTimersByTimeAsync(180_000)
  vi.useRealTimers()
  expect((await sent).status).toBe(0)
})

test('aborting ends the request at once', async () => {
  const controller = new AbortController()
  server.failures.push(() => {
    controller.abort()
    return true
  })
  const { signal } = controller
  const response = await xhrTransport(() => userScope).send(form, new Blob(['x']), {
    ...options(),
    signal,
  })
  expect(response.status).toBe(0)
})
