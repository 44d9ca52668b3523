import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [4_200, '4.2 kB'],
  [812_000, '812 kB'],
  [4_200_000, '4.2 MB'],
  [5_000_000_000, '5 GB'],
  [999_999_999, '1,000 MB'],
  [Number.MAX_SAFE_INTEGER, '9 PB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('uses the number format of the language', () => {
  expect(formatBytes(4_200_000, 'es')).toBe('4,2 MB')
})
