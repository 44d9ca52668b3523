import { expect, test } from 'vitest'
import { backoffMs } from '../../lib/backoff.ts'
import { createMeter } from './meter.ts'

test('measures the speed of the last seconds', () => {
  let now = 0
  const meter = createMeter(() => now)
  for (; now <= 20_000; now += 500) meter.record(now < 10_000 ? now : 10_000 + (now - 10_000) * 5)
  now -= 500
  expect(meter.perSecond()).toBeCloseTo(5000)
})

test('the speed falls while nothing is sent', () => {
  let now = 0
  const meter = createMeter(() => now)
  meter.record(0)
  now = 1000
  meter.record(1000)
  now = 4000
  expect(meter.perSecond()).toBe(250)
})

test('starts over when an upload continues at a smaller offset', () => {
  let now = 0
  const meter = createMeter(() => now)
  meter.record(0)
  now = 1000
  meter.record(9000)
  now = 2000
  meter.record(100)
  expect(meter.perSecond()).toBe(0)
})

test('retry delays grow with each failure up to 30 seconds and are randomised', () => {
  expect([1, 2, 3, 9].map(failures => backoffMs(failures, 1))).toEqual([1000, 2000, 4000, 30_000])
  expect(backoffMs(1, 0)).toBe(500)
})

test('ignores the time before the first byte', () => {
  let now = 0
  const meter = createMeter(() => now)
  meter.record(0)
  now = 4000
  meter.record(0)
  now = 5000
  meter.record(1000)
  expect(meter.perSecond()).toBe(1000)
})
