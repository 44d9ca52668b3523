import { expect, test } from 'vitest'
import { isTimeZone, offsetName, TimeZone } from './time-zone.ts'
import { TIME_ZONE_OFFSETS } from './time-zone-offsets.ts'

test('ACC-30: there are 31 offsets from -12 to +12 hours, all of them time zones', () => {
  expect(TIME_ZONE_OFFSETS).toHaveLength(31)
  expect([Math.min(...TIME_ZONE_OFFSETS), Math.max(...TIME_ZONE_OFFSETS)]).toEqual([-12, 12])
  expect(TIME_ZONE_OFFSETS.map(offsetName).filter(name => !isTimeZone(name))).toEqual([])
})

test.each([
  ['5.75', '+05:45'],
  ['-3.5', '-03:30'],
  ['0', '+00:00'],
  ['12.0', '+12:00'],
  ['+05:45', '+05:45'],
  ['Europe/Madrid', 'Europe/Madrid'],
])('%s is the time zone %s', (text, name) => {
  expect(TimeZone.parse(text)).toBe(name)
})

test.each(['', ' ', '5,5', '24', '1e3', 'Europe/Atlantis'])('%j is no time zone', text => {
  expect(TimeZone.safeParse(text).success).toBe(false)
})
