import { expect, test } from 'vitest'
import { avatarPicture } from './avatar.tsx'

const pictures = { xs: 'xs.webp', sm: 'sm.webp', md: 'md.webp' }

test.each([
  [24, 'xs.webp'],
  [32, 'xs.webp'],
  [33, 'sm.webp'],
  [51, 'sm.webp'],
  [52, 'md.webp'],
  [128, 'md.webp'],
])('an avatar of %i px shows %s', (size, picture) => {
  expect(avatarPicture(pictures, size)).toBe(picture)
})

test('shows no picture without an avatar', () => {
  expect(avatarPicture(null, 52)).toBeNull()
})
