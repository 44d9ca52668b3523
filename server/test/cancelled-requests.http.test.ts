import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import pino from 'pino'
import { expect, it } from 'vitest'
import { bytes } from './contents.ts'
import { folder } from './new-items.ts'
import { openTestApp } from './open-test-app.ts'
import { abortConnection } from './raw-http.ts'
import { addressOf } from './zips.ts'

const complaints: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void complaints.push(line) })
const t = await openTestApp({ log })

const ann = await t.signIn()
const top = await folder(ann, 'top')
// More than any buffer on the way takes in.
const sent = { filename: 'large.bin', parent_id: top.id, content: bytes(30_000_000) }
const { data: large } = (await ann.upload(sent)).body
const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

it.each([
  ['file', large.attributes.file_url],
  ['archive', addressOf([top])],
])('a download of the %s that is given up is no fault', async (_, path) => {
  const asked = once(t.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const head = [`GET ${path} HTTP/1.1`, 'host: localhost', `cookie: ${cookie}`, '', '']
  const left = abortConnection(t.origin, head.join('\r\n'))
  const [, response] = await asked
  await once(response, 'close')
  await left
  // Whatever the handler still does is done before another one answers.
  expect((await ann.fetch('/api/ping')).status).toBe(200)
  expect(complaints).toEqual([])
})
