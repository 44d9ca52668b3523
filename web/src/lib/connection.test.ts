// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkConnection } from './connection.ts'

const server = { isDown: false, requests: 0 }

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(server, { isDown: false, requests: 0 })
  vi.stubGlobal('fetch', async () => {
    server.requests += 1
    if (server.isDown) throw new TypeError('Failed to fetch')
    return new Response('pong')
  })
})

afterEach(async () => {
  server.isDown = false
  await checkConnection()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is offline while the server does not answer, and keeps checking', async () => {
  server.isDown = true
  await checkConnection()
  expect(onlineManager.isOnline()).toBe(false)
  server.isDown = false
  await vi.advanceTimersByTimeAsync(4000)
  expect(onlineManager.isOnline()).toBe(true)
})

it('stops checking once the server has answered', async () => {
  server.isDown = true
  await checkConnection()
  server.isDown = false
  await vi.advanceTimersByTimeAsync(4000)
  const { requests } = server
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(server.requests).toBe(requests)
})
