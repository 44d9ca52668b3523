import { expect, it } from 'vitest'
import { placeFinder } from './geo-locations.ts'

const placeOf = await placeFinder()

it.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['80.58.61.250', 'ES'],
  ['133.11.0.1', 'JP'],
  ['2001:4860:4860::8888', null],
])('%s is in %s', (address, country) => {
  expect(placeOf(address)).toEqual({ country, isLocal: false })
})

it.each(['127.0.0.1', '::1', '192.168.1.20', '10.0.0.7', 'fd00::1'])('%s is near', address => {
  expect(placeOf(address)).toEqual({ country: null, isLocal: true })
})

it('nothing is told of nothing', () => {
  expect(placeOf(null)).toEqual({ country: null, isLocal: false })
  expect(placeOf('')).toEqual({ country: null, isLocal: false })
})
