import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { ConnectionHub } from '../../realtime/hub.ts'
import { connectClient } from './connection.ts'

const PING_MS = 30_000

/** A fake WebSocket that tests control. */
class FakeSocket extends EventEmitter {
  OPEN = 1
  readyState = 1
  bufferedAmount = 0
  sent: string[] = []
  pings = 0
  isTerminated = false
  ping() {
    this.pings += 1
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.emit('close')
  }
  terminate() {
    this.isTerminated = true
    this.emit('close')
  }
}

function connect() {
  const hub = new ConnectionHub()
  const fakeSocket = new FakeSocket()
  const socket = fakeSocket as unknown as WebSocket
  const isLive = async () => true
  connectClient(hub, { socket, id: 'page', userId: 'ann', isLive, pingMs: PING_MS })
  return { hub, fakeSocket }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('keeps a connection that answers each ping', () => {
  const { fakeSocket } = connect()
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(PING_MS)
    fakeSocket.emit('pong')
  }
  expect([fakeSocket.pings, fakeSocket.isTerminated]).toEqual([5, false])
  expect(fakeSocket.sent).toHaveLength(5)
})

it('terminates a connection that has not answered the previous ping', () => {
  const { fakeSocket } = connect()
  vi.advanceTimersByTime(PING_MS)
  expect(fakeSocket.isTerminated).toBe(false)
  vi.advanceTimersByTime(PING_MS)
  expect(fakeSocket.isTerminated).toBe(true)
  vi.advanceTimersByTime(5 * PING_MS)
  expect(fakeSocket.pings).toBe(1)
})

it('terminates a connection with too many unsent bytes', () => {
  const { fakeSocket } = connect()
  fakeSocket.bufferedAmount = 256 * 1024
  vi.advanceTimersByTime(PING_MS)
  fakeSocket.emit('pong')
  expect(fakeSocket.isTerminated).toBe(false)
  fakeSocket.bufferedAmount += 1
  vi.advanceTimersByTime(PING_MS)
  expect(fakeSocket.isTerminated).toBe(true)
  expect(fakeSocket.sent).toHaveLength(1)
})
