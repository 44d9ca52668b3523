import { expect, it } from 'vitest'
import { deviceOf, isHandheld } from './devices.ts'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  ['curl/8.5.0', null],
  [undefined, null],
])('%s is named %s', (userAgent, name) => {
  expect(deviceOf(userAgent)).toBe(name)
})

it('recognizes handheld devices', () => {
  expect(isHandheld('Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari/537.36')).toBe(true)
  expect(isHandheld('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0')).toBe(false)
})
