import { expect, it } from 'vitest'
import { loadGeoLocator } from './geo-locations.ts'

const locate = await loadGeoLocator()

it.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['80.58.61.250', 'ES'],
  ['133.11.0.1', 'JP'],
  ['2001:4860:4860::8888', null],
])('locates %s in %s', (address, country) => {
  expect(locate(address)).toEqual({ country, isLocal: false })
})

it.each(['127.0.0.1', '::1', '192.168.1.20', '10.0.0.7', 'fd00::1'])(
  'reports %s as local',
  address => {
    expect(locate(address)).toEqual({ country: null, isLocal: true })
  },
)

it('reports no country without an address', () => {
  expect(locate(null)).toEqual({ country: null, isLocal: false })
  expect(locate('')).toEqual({ country: null, isLocal: false })
})
