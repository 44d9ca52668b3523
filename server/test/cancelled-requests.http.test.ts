import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import pino from 'pino'
import { expect, it } from 'vitest'
import { bytes } from './contents.ts'
import { folder } from './new-items.ts'
import { openTestApp } from './open-test-app.ts'
import { abortConnection } from './raw-http.ts'
import { addressOf } from './zips.ts'

const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
const t = await openTestApp({ log })

const ann = await t.signIn()
const top = await folder(ann, 'top')
// More than the socket buffers between client and server hold.
const sent = { filename: 'large.bin', parent_id: top.id, content: bytes(30_000_000) }
const { data: large } = (await ann.upload(sent)).body
const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

it.each([
  ['file', large.attributes.file_url],
  ['archive', addressOf([top])],
])('logs nothing when a download of the %s is cancelled', async (_, path) => {
  const requested = once(t.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const head = [`GET ${path} HTTP/1.1`, 'host: localhost', `cookie: ${cookie}`, '', '']
  const aborted = abortConnection(t.origin, head.join('\r\n'))
  const [, response] = await requested
  await once(response, 'close')
  await aborted
  // The handler has finished by the time another request is answered.
  expect((await ann.fetch('/api/ping')).status).toBe(200)
  expect(warnings).toEqual([])
})
