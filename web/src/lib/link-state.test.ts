import { expect, it } from 'vitest'
import { linkState } from './link-state.ts'

const NOW = Date.parse('2026-11-21T18:00:00.000Z')
const link = { expires_at: null, download_limit: null, downloads: 0 }

it('is open without expiry and download limit', () => {
  expect(linkState({ ...link, downloads: 9000 }, NOW)).toBe('open')
})

it('expires exactly at its expiry time', () => {
  expect(linkState({ ...link, expires_at: '2026-11-21T18:00:00.001Z' }, NOW)).toBe('open')
  expect(linkState({ ...link, expires_at: '2026-11-21T18:00:00.000Z' }, NOW)).toBe('expired')
})

it('is used up after the last download', () => {
  expect(linkState({ ...link, download_limit: 3, downloads: 2 }, NOW)).toBe('open')
  expect(linkState({ ...link, download_limit: 3, downloads: 3 }, NOW)).toBe('limit_reached')
})
