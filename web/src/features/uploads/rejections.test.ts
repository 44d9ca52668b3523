import { expect, test } from 'vitest'
import { validateFile } from './rejections.ts'

const limits = { uploadLimit: 1000, mimetypesBlacklist: 'exe, .BAT, text/html, x-php' }
const file = (name: string, size = 10, type = '') => ({ name, size, type })

test('accepts an ordinary file', () => {
  expect(validateFile(file('pier.jpg', 10, 'image/jpeg'), limits)).toBeNull()
})

test('skips .DS_Store silently', () => {
  expect(validateFile(file('.DS_Store', 0), limits)).toBe('litter')
})

test('rejects an empty file', () => {
  expect(validateFile(file('empty.txt', 0), limits)).toEqual({ name: 'empty.txt', reason: 'empty' })
})

test.each([
  ['setup.exe', '', 'exe'],
  ['SETUP.EXE', '', 'exe'],
  ['setup.exe. ', '', 'exe'],
  ['photo.exe.jpg', '', 'exe'],
  ['run.bat', '', 'bat'],
  ['page', 'text/html', 'text/html'],
  ['script', 'application/x-php', 'x-php'],
])('rejects %s of type "%s" and names "%s"', (name, type, blocked) => {
  expect(validateFile(file(name, 10, type), limits)).toEqual({
    name,
    reason: 'type',
    type: blocked,
  })
})

test('rejects a file above the limit, but not one of exactly the limit', () => {
  expect(validateFile(file('a', 1001), limits)).toEqual({ name: 'a', reason: 'size' })
  expect(validateFile(file('a', 1000), limits)).toBeNull()
})

test('a limit of 0 means no limit', () => {
  expect(validateFile(file('a', 10 ** 12), { ...limits, uploadLimit: 0 })).toBeNull()
})

test('an empty blacklist rejects no type', () => {
  expect(validateFile(file('setup.exe'), { ...limits, mimetypesBlacklist: '' })).toBeNull()
})
