import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextRunOf, startClock } from './clock.ts'

const recordTask = vi.fn()
const deps = {
  log: { error: vi.fn() },
  report: { recordTask },
  databaseKind: 'sqlite',
  now: () => new Date(),
} as never

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 23, 59, 57, 500) })
  recordTask.mockClear()
})
afterEach(() => void vi.useRealTimers())

it('runs jobs at their times in UTC until it is stopped', async () => {
  const times: string[] = []
  const job = (name: string, at: string) => ({
    name,
    at,
    run: async () => void times.push(`${name} ${new Date().toISOString().slice(11, 19)}`),
  })
  const stop = startClock([job('second', '* * * * * *'), job('midnight', '0 0 * * *')], deps)
  await vi.advanceTimersByTimeAsync(3000)
  expect(times).toEqual([
    'second 23:59:58',
    'second 23:59:59',
    'midnight 00:00:00',
    'second 00:00:00',
  ])
  await stop()
  await vi.advanceTimersByTimeAsync(90_000_000)
  expect(times).toHaveLength(4)
})

it('does not start a job that is still running, and reports each run with its error', async () => {
  const run = vi.fn(async () => {
    await new Promise(resolve => setTimeout(resolve, 1500))
    throw new Error('full')
  })
  const stop = startClock([{ name: 'slow', at: '* * * * * *', run }], deps)
  await vi.advanceTimersByTimeAsync(3400)
  expect(run).toHaveBeenCalledTimes(2)
  expect(recordTask.mock.calls).toMatchObject([['slow', { durationMs: 1500, error: 'full' }]])
  await stop()
})

it('waits again when the clock is set back', async () => {
  const run = vi.fn(async () => undefined)
  const stop = startClock([{ name: 'midnight', at: '0 0 * * *', run }], deps)
  vi.setSystemTime(Date.UTC(2026, 0, 31, 23, 59, 50))
  await vi.advanceTimersByTimeAsync(2500)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(7500)
  expect(run).toHaveBeenCalledTimes(1)
  await stop()
})

it('keeps running jobs when the clock is set back by weeks', async () => {
  const run = vi.fn(async () => undefined)
  const stop = startClock([{ name: 'hourly', at: '0 * * * *', run }], deps)
  await vi.advanceTimersByTimeAsync(3000)
  expect(run).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.UTC(2026, 0, 1, 12, 30))
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  expect(run).toHaveBeenCalledTimes(3)
  await stop()
})

it('waits with a timer that exists for a run that is further away than the longest one', async () => {
  const now = vi.fn(() => new Date())
  const job = { name: 'monthly', at: '0 0 28 * *', run: async () => undefined }
  const stop = startClock([job], { ...(deps as object), now } as never)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(now.mock.calls.length).toBeLessThan(10)
  await stop()
})

it('names the next run of a pattern', () => {
  expect(nextRunOf({ at: '5 0 * * *' })?.toISOString()).toBe('2026-02-01T00:05:00.000Z')
})
