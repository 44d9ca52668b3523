// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { reloadOnce } from './reload-once.ts'

const reload = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
  vi.stubGlobal('location', { reload })
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})

// HTTP-18
test('reloads once for a reason, and again only after a pause', () => {
  reloadOnce('messages')
  reloadOnce('messages')
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(31_000)
  reloadOnce('messages')
  expect(reload).toHaveBeenCalledTimes(2)
})

test('reloads for each reason separately', () => {
  reloadOnce('messages')
  reloadOnce('chunk')
  expect(reload).toHaveBeenCalledTimes(2)
})
