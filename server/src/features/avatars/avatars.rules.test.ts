import { expect, it } from 'vitest'
import { avatarOf, rangeOf } from './avatars.rules.ts'

const bytes = { xs: 10, sm: 20, md: 40 }

it.each([
  ['xs', 0, 9],
  ['sm', 10, 29],
  ['md', 30, 69],
] as const)('size %s spans byte %i to byte %i', (size, start, end) => {
  expect(rangeOf(bytes, size)).toEqual({ start, end })
})

it('a user without a picture has no avatar URLs', () => {
  expect(avatarOf(null)).toBeNull()
})

it('every size has a URL, which changes with the picture', () => {
  expect(avatarOf('one')).toEqual({
    xs: '/avatar/one/xs',
    sm: '/avatar/one/sm',
    md: '/avatar/one/md',
  })
})
