// @vitest-environment jsdom
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
  // The page comes from that server, so that its addresses need no host.
  jsdom.reconfigure({ url: server.url })
})

afterEach(() => server.close())

const form = { filename: 'a.bin', upload_id: 'u1', offset: '0', size: '300000', is_last: 'true' }
const options = () => ({ signal: new AbortController().signal, onProgress: () => {} })

test('a chunk arrives byte for byte, and its progress is told up to its end', async () => {
  const bytes = randomBytes(300_000)
  const seen: number[] = []
  const onProgress = (count: number) => void seen.push(count)
  const answer = await xhrTransport(() => userScope).send(form, new Blob([bytes]), {
    ...options(),
    onProgress,
  })
  expect(answer.status).toBe(201)
  expect(server.finished.get('u1')).toEqual(bytes)
  expect(seen.at(-1)).toBe(300_000)
})

test('the answer of a refusal is handed on with how long to wait', async () => {
  const refuse = answerWith(429, problem(429, 'request.too_many'))
  server.faults.push((chunk, response) => refuse(chunk, response.setHeader('Retry-After', '7')))
  const answer = await xhrTransport(() => userScope).send(form, new Blob(['x']), options())
  expect(answer).toMatchObject({ status: 429, retryAfterMs: 7000 })
  expect(answer.body).toMatchObject({ code: 'request.too_many' })
})

test('a broken connection is an answer of status 0', async () => {
  server.faults.push(abortConnection)
  const answer = await xhrTransport(() => userScope).send(form, new Blob(['x']), options())
  expect(answer.status).toBe(0)
})

test('a connection that says nothing is taken for dead', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = new Promise<void>(resolve =>
    server.faults.push(() => {
      resolve()
      return true
    }),
  )
  const sent = xhrTransport(() => userScope).send(form, new Blob(['x']), options())
  await silent
  // Everything is sent: a server may need longer for its disk than a network for a word.
  await vi.advanceTimersByTimeAsync(180_000)
  vi.useRealTimers()
  expect((await sent).status).toBe(0)
})

test('aborting ends it at once', async () => {
  const controller = new AbortController()
  server.faults.push(() => {
    controller.abort()
    return true
  })
  const { signal } = controller
  const answer = await xhrTransport(() => userScope).send(form, new Blob(['x']), {
    ...options(),
    signal,
  })
  expect(answer.status).toBe(0)
})
