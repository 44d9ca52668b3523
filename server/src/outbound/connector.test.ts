import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLinkServer, type LinkServer } from '../../test/link-server.ts'
import { guardedConnector, type MayConnect, type Resolve } from './connector.ts'

let server: LinkServer
beforeAll(async () => {
  server = await createLinkServer()
})
afterAll(() => server.close())

const HERE: LookupAddress = { address: '127.0.0.1', family: 4 }
const ELSEWHERE: LookupAddress = { address: '::1', family: 6 }
const only =
  ({ address }: LookupAddress): MayConnect =>
  one =>
    one === address

/** Where the connection leads, or why there is none. */
function connectTo(hostname: string, canConnect: MayConnect, resolve: Resolve): Promise<string> {
  const { port } = new URL(server.url('/'))
  const connect = guardedConnector(canConnect, resolve, 10_000)
  return new Promise(done => {
    connect({ hostname, protocol: 'http:', port }, (error, socket) => {
      done(error ? error.name : `${socket?.remoteAddress}`)
      socket?.destroy()
    })
  })
}

// R2
it('of several addresses of a name only those that are let through are connected to', async () => {
  const both = async () => [ELSEWHERE, HERE]
  expect(await connectTo('both.test', only(HERE), both)).toBe('127.0.0.1')
  const before = server.connections()
  expect(await connectTo('both.test', only(ELSEWHERE), both)).not.toBe('127.0.0.1')
  expect(await connectTo('both.test', () => false, both)).toBe('NotPublic')
  expect(server.connections()).toBe(before)
})

// R2
it('what was judged is connected to, whatever the name stands for the next time', async () => {
  const answers = [[HERE], [ELSEWHERE]]
  let asked = 0
  const resolve = async () => answers[asked++] ?? []
  const judged: string[] = []
  const canConnect: MayConnect = address => judged.push(address) > 0
  expect(await connectTo('rebinding.test', canConnect, resolve)).toBe('127.0.0.1')
  expect([asked, judged]).toEqual([1, ['127.0.0.1']])
})

// R1
it('an address in place of a name is judged too', async () => {
  const never = async () => []
  expect(await connectTo('127.0.0.1', only(HERE), never)).toBe('127.0.0.1')
  expect(await connectTo('127.0.0.1', only(ELSEWHERE), never)).toBe('NotPublic')
})
