import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { checkTogether } from '../../lib/check-together.ts'
import { ConnectionHub } from '../../realtime/hub.ts'
import { connectClient, repeatTogether } from './connection.ts'

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
  const onPing = repeatTogether(PING_MS)
  connectClient(hub, { socket, id: 'page', userId: 'ann', isLive, onPing })
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

it('checks the sessions of all connections together, and closes those that have ended', async () => {
  const checks: (readonly string[])[] = []
  const check = checkTogether(async tokens => {
    checks.push(tokens)
    return new Set(tokens.filter(token => token !== 'token 3'))
  })
  const hub = new ConnectionHub()
  const onPing = repeatTogether(PING_MS)
  const sockets = Array.from({ length: 20 }, (_, at) => {
    const fakeSocket = new FakeSocket()
    const socket = fakeSocket as unknown as WebSocket
    const isLive = () => check(`token ${at}`)
    connectClient(hub, { socket, id: `${at}`, userId: `user ${at}`, isLive, onPing })
    return fakeSocket
  })
  const closed = sockets.map(
    (socket, at) => new Promise(resolve => socket.on('close', () => resolve(at))),
  )
  await vi.advanceTimersByTimeAsync(PING_MS + 1)
  expect(await Promise.race(closed)).toBe(3)
  expect(checks.map(tokens => tokens.length)).toEqual([20])
  expect(hub.countConnections().connections).toBe(19)
})
