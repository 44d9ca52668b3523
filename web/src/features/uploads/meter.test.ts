import { expect, test } from 'vitest'
import { backoffMs } from '../../lib/backoff.ts'
import { createMeter } from './meter.ts'

test('the speed is that of the last seconds', () => {
  let now = 0
  const meter = createMeter(() => now)
  for (; now <= 20_000; now += 500) meter.note(now < 10_000 ? now : 10_000 + (now - 10_000) * 5)
  now -= 500
  expect(meter.perSecond()).toBeCloseTo(5000)
})

test('it falls while nothing moves', () => {
  let now = 0
  const meter = createMeter(() => now)
  meter.note(0)
  now = 1000
  meter.note(1000)
  now = 4000
  expect(meter.perSecond()).toBe(250)
})

test('it begins anew when an upload goes back to what the server has', () => {
  let now = 0
  const meter = createMeter(() => now)
  meter.note(0)
  now = 1000
  meter.note(9000)
  now = 2000
  meter.note(100)
  expect(meter.perSecond()).toBe(0)
})

test('pauses grow with each failure up to half a minute, and differ', () => {
  expect([1, 2, 3, 9].map(failures => backoffMs(failures, 1))).toEqual([1000, 2000, 4000, 30_000])
  expect(backoffMs(1, 0)).toBe(500)
})

test('the time before the first byte does not count', () => {
  let now = 0
  const meter = createMeter(() => now)
  meter.note(0)
  now = 4000
  meter.note(0)
  now = 5000
  meter.note(1000)
  expect(meter.perSecond()).toBe(1000)
})
