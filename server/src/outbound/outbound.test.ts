import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkServer, type LinkServer, redirectsTo, serves } from '../../test/link-server.ts'
import { collect } from '../lib/byte-streams.ts'
import { createOutbound } from './outbound.ts'

let inside: LinkServer
let outside: LinkServer
beforeAll(async () => {
  inside = await createLinkServer()
  outside = await createLinkServer()
  inside.on('/secret', serves('secret'))
  outside.on('/file', serves('content'))
})
afterAll(() => Promise.all([inside.close(), outside.close()]))

const LOCAL: LookupAddress = { address: '127.0.0.1', family: 4 }
const neverAborted = new AbortController().signal

/** Blocks every host except `outside`. */
const outbound = (resolve = async (_host: string): Promise<LookupAddress[]> => []) =>
  createOutbound({
    allowedHosts: [outside.host],
    appUrl: undefined,
    patienceMs: 500,
    resolve,
  })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    error => error.code,
  )
const get = (link: string, resolve?: Parameters<typeof outbound>[0]) =>
  outbound(resolve).get(new URL(link), neverAborted)

// R2
describe('a name', () => {
  it('that resolves to an internal address is reported like an unknown name', async () => {
    const before = inside.connections()
    expect(await codeOf(get('http://public.test/secret', async () => [LOCAL]))).toBe(
      'remote.unreachable',
    )
    expect(await codeOf(get('http://unknown.test/', async () => []))).toBe('remote.unreachable')
    expect(inside.connections()).toBe(before)
  })
})

// R3
describe('a redirect', () => {
  it('is followed', async () => {
    outside.on('/moved', redirectsTo('/file', 308))
    const answer = await get(outside.url('/moved'))
    expect([answer.status, answer.url.pathname]).toEqual([200, '/file'])
    expect(String(await collect(answer.body))).toBe('content')
    answer.close()
  })

  it.each([
    ['to something internal', () => inside.url('/secret')],
    ['to another scheme', () => 'file:///etc/passwd'],
    ['to a password', () => 'http://user:pass@example.com/'],
  ])('%s is blocked', async (_, to) => {
    outside.on('/trap', redirectsTo(to()))
    const before = inside.connections()
    expect(await codeOf(get(outside.url('/trap')))).toBe('remote.blocked_address')
    expect(inside.connections()).toBe(before)
  })

  it('to a name with an internal address is not followed', async () => {
    outside.on('/named', redirectsTo('http://inside.test/secret'))
    expect(await codeOf(get(outside.url('/named'), async () => [LOCAL]))).toBe('remote.unreachable')
  })

  it('in a circle, or too often, is an error', async () => {
    outside.on('/circle', redirectsTo('/circle'))
    expect(await codeOf(get(outside.url('/circle')))).toBe('remote.too_many_redirects')
    for (let hop = 0; hop < 21; hop += 1) outside.on(`/hop${hop}`, redirectsTo(`/hop${hop + 1}`))
    outside.on('/hop21', serves('far'))
    expect(await codeOf(get(outside.url('/hop0')))).toBe('remote.too_many_redirects')
    const answer = await get(outside.url('/hop16'))
    expect(answer.url.pathname).toBe('/hop21')
    answer.close()
  })
})

// R4
it('a server that does not answer times out', async () => {
  outside.on('/silent', () => undefined)
  expect(await codeOf(get(outside.url('/silent')))).toBe('remote.too_slow')
})

it('an aborted request fails with the reason of its signal', async () => {
  outside.on('/held', () => undefined)
  const stop = new AbortController()
  const work = outbound().get(new URL(outside.url('/held')), stop.signal)
  stop.abort(new Error('enough'))
  await expect(work).rejects.toThrow('enough')
})
