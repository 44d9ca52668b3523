// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dispatchLiveEvent } from './live.ts'
import { TEST_TIMEOUT_MS, testConnection } from './websocket-test.ts'

const never = new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('passes when the test event arrives', async () => {
  const result = testConnection(never)
  await vi.advanceTimersByTimeAsync(200)
  dispatchLiveEvent({ type: 'connection.tested' })
  expect(await result).toBe(true)
})

test('fails after ten seconds without the event', async () => {
  const settled = vi.fn()
  const result = testConnection(never).then(settled)
  await vi.advanceTimersByTimeAsync(TEST_TIMEOUT_MS - 1)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await result
  expect(settled).toHaveBeenCalledWith(false)
})

test('fails at once when the call fails', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  expect(await testConnection(never)).toBe(false)
})

test('does not take an event after its end for the next test', async () => {
  const first = testConnection(never)
  dispatchLiveEvent({ type: 'connection.tested' })
  expect(await first).toBe(true)
  const second = testConnection(never)
  await vi.advanceTimersByTimeAsync(TEST_TIMEOUT_MS)
  expect(await second).toBe(false)
})
