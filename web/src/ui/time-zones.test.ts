import { expect, test } from 'vitest'
import { allZones, matches, zoneOf } from './time-zones.ts'

const winter = new Date('2026-01-15T12:00:00Z')

test.each([
  ['Europe/Madrid', 'Madrid', 'Europe', 'UTC+1'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires', 'America, Argentina', 'UTC−3'],
  ['Asia/Kathmandu', 'Kathmandu', 'Asia', 'UTC+5:45'],
  ['UTC', 'UTC', '', 'UTC+0'],
])('%s has the city %s', (name, city, region, offset) => {
  expect(zoneOf(name, winter)).toEqual({ name, city, region, offset })
})

test('lists the selected zone exactly once', () => {
  const names = allZones('+05:45', winter).map(zone => zone.name)
  expect(names).toContain('+05:45')
  expect(names).toContain('Europe/Madrid')
  expect(new Set(names).size).toBe(names.length)
})

test('lists the offsets in order after the zones', () => {
  const offsets = allZones(null, winter).slice(-31)
  expect(offsets[0]).toEqual({ name: '-12:00', city: '-12:00', region: '', offset: 'UTC−12' })
  expect(offsets.map(({ offset }) => offset)).toContain('UTC+5:45')
})

test('a zone that this browser does not know has no offset', () => {
  expect(zoneOf('Europe/Atlantis', winter)).toEqual({
    name: 'Europe/Atlantis',
    city: 'Atlantis',
    region: 'Europe',
    offset: '',
  })
})

test.each([
  ['madrid', true],
  ['MADRÍD', true],
  ['europe mad', true],
  ['utc+1', true],
  ['paris', false],
  ['', true],
])('typing %j finds Madrid: %s', (typed, expected) => {
  expect(matches(zoneOf('Europe/Madrid', winter), typed)).toBe(expected)
})

test('an offset is found with an ASCII hyphen', () => {
  expect(matches(zoneOf('America/Bogota', winter), 'utc-5')).toBe(true)
})
