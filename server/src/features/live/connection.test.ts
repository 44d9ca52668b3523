import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { ConnectionHub } from '../../realtime/hub.ts'
import { connectClient } from './connection.ts'

const PING_MS = 30_000

/** A page's end of the line, of which a test says how it behaves. */
class Line extends EventEmitter {
  OPEN = 1
  readyState = 1
  bufferedAmount = 0
  sent: string[] = []
  pings = 0
  isCut = false
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
    this.isCut = true
    this.emit('close')
  }
}

function connect() {
  const hub = new ConnectionHub()
  const line = new Line()
  const socket = line as unknown as WebSocket
  const isLive = async () => true
  connectClient(hub, { socket, id: 'page', userId: 'ann', isLive, pingMs: PING_MS })
  return { hub, line }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a page that answers each ping stays', () => {
  const { line } = connect()
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(PING_MS)
    line.emit('pong')
  }
  expect([line.pings, line.isCut]).toEqual([5, false])
  expect(line.sent).toHaveLength(5)
})

it('a page that leaves a ping unanswered is cut off with the next one, and pinged no more', () => {
  const { line } = connect()
  vi.advanceTimersByTime(PING_MS)
  expect(line.isCut).toBe(false)
  vi.advanceTimersByTime(PING_MS)
  expect(line.isCut).toBe(true)
  vi.advanceTimersByTime(5 * PING_MS)
  expect(line.pings).toBe(1)
})

it('a page that reads too slowly is cut off instead of being kept for', () => {
  const { line } = connect()
  line.bufferedAmount = 256 * 1024
  vi.advanceTimersByTime(PING_MS)
  line.emit('pong')
  expect(line.isCut).toBe(false)
  line.bufferedAmount += 1
  vi.advanceTimersByTime(PING_MS)
  expect(line.isCut).toBe(true)
  expect(line.sent).toHaveLength(1)
})
