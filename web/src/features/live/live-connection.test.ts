// @vitest-environment jsdom
import { CLOSE_SIGNED_OUT, type LiveEvent } from '@coffer/contract/live'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepConnected } from './live-connection.ts'

/** The server side of the live connections of a page. */
class Server {
  readonly sockets: FakeSocket[] = []
  open = (url: string): WebSocket => {
    const socket = new FakeSocket(url)
    this.sockets.push(socket)
    return socket as unknown as WebSocket
  }
  get last(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('No channel was opened')
    return socket
  }
}

class FakeSocket {
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = (_: { code: number }) => {}
  isClosed = false
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
  close(): void {
    this.isClosed = true
  }
}

let server: Server
let events: LiveEvent[]
let sessionEnds: number
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  server = new Server()
  events = []
  sessionEnds = 0
  stop = keepConnected(
    'page',
    {
      onEvent: event => events.push(event),
      onSessionEnd: () => {
        sessionEnds += 1
      },
    },
    { open: server.open, random: () => 1 },
  )
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('passes on known events and ignores the rest', () => {
  expect(server.last.url).toMatch(/^ws:\/\/.*\/api\/live\?page=page&age=\d+$/)
  server.last.onopen()
  for (const data of [
    '{"type":"account.changed"}',
    '{"type":"notification.of.tomorrow"}',
    'not json',
  ])
    server.last.onmessage({ data })
  expect(events).toEqual([{ type: 'account.changed' }])
})

it('reconnects with growing pauses and then requests a refresh', () => {
  server.last.onopen()
  server.last.onclose({ code: 1006 })
  vi.advanceTimersByTime(999)
  expect(server.sockets).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(server.sockets).toHaveLength(2)
  server.last.onclose({ code: 1006 })
  vi.advanceTimersByTime(1999)
  expect(server.sockets).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(events).toEqual([])
  server.last.onopen()
  expect(events).toEqual([{ type: 'refresh' }])
})

it('spreads a refresh of all pages over time, and repeats none', () => {
  server.last.onopen()
  const refresh = '{"type":"refresh","within_ms":10000}'
  server.last.onmessage({ data: refresh })
  vi.advanceTimersByTime(6_000)
  server.last.onmessage({ data: refresh })
  server.last.onmessage({ data: '{"type":"account.changed"}' })
  vi.advanceTimersByTime(3_999)
  expect(events).toEqual([{ type: 'account.changed' }])
  vi.advanceTimersByTime(1)
  expect(events).toEqual([{ type: 'account.changed' }, { type: 'refresh' }])
  vi.advanceTimersByTime(60_000)
  expect(events).toHaveLength(2)
  server.last.onmessage({ data: '{"type":"refresh"}' })
  expect(events).toHaveLength(3)
})

it('a reconnection refreshes at once, also instead of a refresh that waits', () => {
  server.last.onopen()
  server.last.onmessage({ data: '{"type":"refresh","within_ms":10000}' })
  server.last.onclose({ code: 1006 })
  vi.advanceTimersByTime(1_000)
  server.last.onopen()
  expect(events).toEqual([{ type: 'refresh' }])
  vi.advanceTimersByTime(20_000)
  expect(events).toHaveLength(1)
})

it('requests a refresh also when the first connection failed', () => {
  server.last.onclose({ code: 1006 })
  vi.advanceTimersByTime(1000)
  expect(server.last.url).not.toContain('&age')
  server.last.onopen()
  expect(events).toEqual([{ type: 'refresh' }])
})

it('reconnects at once when the network is back', () => {
  server.last.onclose({ code: 1006 })
  window.dispatchEvent(new Event('online'))
  expect(server.sockets).toHaveLength(2)
  vi.advanceTimersByTime(60_000)
  expect(server.sockets).toHaveLength(2)
})

it('treats a silent connection as dead', () => {
  server.last.onopen()
  vi.advanceTimersByTime(70_000)
  server.last.onmessage({ data: '{"type":"alive"}' })
  vi.advanceTimersByTime(74_000)
  expect(server.sockets).toHaveLength(1)
  vi.advanceTimersByTime(3_000)
  expect(server.sockets[0]?.isClosed).toBe(true)
  expect(server.sockets).toHaveLength(2)
})

it('reports that its session has ended, and stays closed when it is stopped', () => {
  server.last.onclose({ code: CLOSE_SIGNED_OUT })
  expect(sessionEnds).toBe(1)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(server.sockets).toHaveLength(1)
})
