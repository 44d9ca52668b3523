import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { collectGarbageWhenIdle } from './idle-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('returns memory once after activity, and not during it', () => {
  const server = createServer()
  const collect = vi.fn()
  const stop = collectGarbageWhenIdle(server, collect)
  for (let time = 0; time < 4; time += 1) {
    server.emit('request')
    vi.advanceTimersByTime(4_999)
  }
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(collect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(1)
  server.emit('request')
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(2)
  stop()
  server.emit('request')
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(2)
})
