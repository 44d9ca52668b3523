import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { emptyClipboard, whatIsPasted } from './clipboard.ts'

const clipboardOf = (isShared: boolean) => ({
  ...emptyClipboard,
  items: [{ id: 'a' } as Item],
  isShared,
})
const textPaste = { files: [] }
const filePaste = { files: ['picture'] }

test('pastes what was copied last', () => {
  expect(whatIsPasted(textPaste, clipboardOf(true))).toBe('items')
  expect(whatIsPasted(filePaste, clipboardOf(true))).toBe('files')
  expect(whatIsPasted(filePaste, emptyClipboard)).toBe('files')
  expect(whatIsPasted(textPaste, emptyClipboard)).toBeNull()
})

test('without access to the system clipboard, its files may be older than the cut items', () => {
  expect(whatIsPasted(filePaste, clipboardOf(false))).toBe('items')
})
