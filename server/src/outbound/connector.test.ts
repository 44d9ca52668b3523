import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLinkServer, type LinkServer } from '../../test/link-server.ts'
import { type CanConnect, guardedConnector, type Resolve } from './connector.ts'

let server: LinkServer
beforeAll(async () => {
  server = await createLinkServer()
})
afterAll(() => server.close())

const LOCAL_V4: LookupAddress = { address: '127.0.0.1', family: 4 }
const LOCAL_V6: LookupAddress = { address: '::1', family: 6 }
const only =
  ({ address }: LookupAddress): CanConnect =>
  candidate =>
    candidate === address

/** Returns the connected address, or the name of the error. */
function connectTo(hostname: string, canConnect: CanConnect, resolve: Resolve): Promise<string> {
  const { port } = new URL(server.url('/'))
  const connect = guardedConnector(canConnect, resolve, 10_000)
  return new Promise(resolvePromise => {
    connect({ hostname, protocol: 'http:', port }, (error, socket) => {
      resolvePromise(error ? error.name : `${socket?.remoteAddress}`)
      socket?.destroy()
    })
  })
}

// R2
it('connects only to the allowed addresses of a name', async () => {
  const resolveBoth = async () => [LOCAL_V6, LOCAL_V4]
  expect(await connectTo('both.test', only(LOCAL_V4), resolveBoth)).toBe('127.0.0.1')
  const before = server.connections()
  expect(await connectTo('both.test', only(LOCAL_V6), resolveBoth)).not.toBe('127.0.0.1')
  expect(await connectTo('both.test', () => false, resolveBoth)).toBe('NotPublic')
  expect(server.connections()).toBe(before)
})

// R2
it('connects to the address that was checked, even if the name resolves differently later', async () => {
  const answers = [[LOCAL_V4], [LOCAL_V6]]
  let lookups = 0
  const resolve = async () => answers[lookups++] ?? []
  const checked: string[] = []
  const canConnect: CanConnect = address => checked.push(address) > 0
  expect(await connectTo('rebinding.test', canConnect, resolve)).toBe('127.0.0.1')
  expect([lookups, checked]).toEqual([1, ['127.0.0.1']])
})

// R1
it('checks an address used in place of a name', async () => {
  const resolveNone = async () => []
  expect(await connectTo('127.0.0.1', only(LOCAL_V4), resolveNone)).toBe('127.0.0.1')
  expect(await connectTo('127.0.0.1', only(LOCAL_V6), resolveNone)).toBe('NotPublic')
})
