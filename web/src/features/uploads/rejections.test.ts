import { expect, test } from 'vitest'
import { refusalOf } from './rejections.ts'

const limits = { uploadLimit: 1000, mimetypesBlacklist: 'exe, .BAT, text/html, x-php' }
const file = (name: string, size = 10, type = '') => ({ name, size, type })

test('an ordinary file is taken', () => {
  expect(refusalOf(file('pier.jpg', 10, 'image/jpeg'), limits)).toBeNull()
})

test('.DS_Store is left out without a word', () => {
  expect(refusalOf(file('.DS_Store', 0), limits)).toBe('litter')
})

test('an empty file is refused', () => {
  expect(refusalOf(file('empty.txt', 0), limits)).toEqual({ name: 'empty.txt', reason: 'empty' })
})

test.each([
  ['setup.exe', '', 'exe'],
  ['SETUP.EXE', '', 'exe'],
  ['setup.exe. ', '', 'exe'],
  ['photo.exe.jpg', '', 'exe'],
  ['run.bat', '', 'bat'],
  ['page', 'text/html', 'text/html'],
  ['script', 'application/x-php', 'x-php'],
])('%s of type "%s" is refused and named "%s"', (name, type, refused) => {
  expect(refusalOf(file(name, 10, type), limits)).toEqual({ name, reason: 'type', type: refused })
})

test('a file above the limit is refused, one of exactly the limit is not', () => {
  expect(refusalOf(file('a', 1001), limits)).toEqual({ name: 'a', reason: 'size' })
  expect(refusalOf(file('a', 1000), limits)).toBeNull()
})

test('a limit of 0 is none', () => {
  expect(refusalOf(file('a', 10 ** 12), { ...limits, uploadLimit: 0 })).toBeNull()
})

test('an empty list refuses no type', () => {
  expect(refusalOf(file('setup.exe'), { ...limits, mimetypesBlacklist: '' })).toBeNull()
})
