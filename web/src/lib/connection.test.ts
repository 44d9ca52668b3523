// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkConnection } from './connection.ts'

const server = { isAway: false, asked: 0 }

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(server, { isAway: false, asked: 0 })
  vi.stubGlobal('fetch', async () => {
    server.asked += 1
    if (server.isAway) throw new TypeError('Failed to fetch')
    return new Response('pong')
  })
})

afterEach(async () => {
  server.isAway = false
  await checkConnection()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is offline while the server does not answer, and asks again by itself', async () => {
  server.isAway = true
  await checkConnection()
  expect(onlineManager.isOnline()).toBe(false)
  server.isAway = false
  await vi.advanceTimersByTimeAsync(4000)
  expect(onlineManager.isOnline()).toBe(true)
})

it('asks no more once the server has answered', async () => {
  server.isAway = true
  await checkConnection()
  server.isAway = false
  await vi.advanceTimersByTimeAsync(4000)
  const { asked } = server
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(server.asked).toBe(asked)
})
