import { expect, it } from 'vitest'
import { linkState } from './link-state.ts'

const NOW = Date.parse('2026-11-21T18:00:00.000Z')
const link = { expires_at: null, download_limit: null, downloads: 0 }

it('is open for ever without an end and a limit', () => {
  expect(linkState({ ...link, downloads: 9000 }, NOW)).toBe('open')
})

it('is over at the very instant of its end', () => {
  expect(linkState({ ...link, expires_at: '2026-11-21T18:00:00.001Z' }, NOW)).toBe('open')
  expect(linkState({ ...link, expires_at: '2026-11-21T18:00:00.000Z' }, NOW)).toBe('expired')
})

it('is used up with its last download', () => {
  expect(linkState({ ...link, download_limit: 3, downloads: 2 }, NOW)).toBe('open')
  expect(linkState({ ...link, download_limit: 3, downloads: 3 }, NOW)).toBe('used_up')
})
