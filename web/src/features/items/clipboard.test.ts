import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { emptyClipboard, whatIsPasted } from './clipboard.ts'

const waiting = (isShared: boolean) => ({
  ...emptyClipboard,
  items: [{ id: 'a' } as Item],
  isShared,
})
const words = { files: [] }
const picture = { files: ['picture'] }

test('what is pasted is what was copied last', () => {
  expect(whatIsPasted(words, waiting(true))).toBe('items')
  expect(whatIsPasted(picture, waiting(true))).toBe('files')
  expect(whatIsPasted(picture, emptyClipboard)).toBe('files')
  expect(whatIsPasted(words, emptyClipboard)).toBeNull()
})

test('where the system was not told, files in its clipboard may be older than what waits', () => {
  expect(whatIsPasted(picture, waiting(false))).toBe('items')
})
