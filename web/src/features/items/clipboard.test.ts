import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { clearListOwner } from '../../lib/personal-list.ts'
import { clipboard, emptyClipboard, pastedContent } from './clipboard.ts'

const clipboardOf = (isShared: boolean) => ({
  ...emptyClipboard,
  items: [{ id: 'a' } as Item],
  isShared,
})
const textPaste = { files: [] }
const filePaste = { files: ['picture'] }

test('pastes what was copied last', () => {
  expect(pastedContent(textPaste, clipboardOf(true))).toBe('items')
  expect(pastedContent(filePaste, clipboardOf(true))).toBe('files')
  expect(pastedContent(filePaste, emptyClipboard)).toBe('files')
  expect(pastedContent(textPaste, emptyClipboard)).toBeNull()
})

test('without access to the system clipboard, its files may be older than the cut items', () => {
  expect(pastedContent(filePaste, clipboardOf(false))).toBe('items')
})

test('cut items are not left to the next user', () => {
  clipboard.set(clipboardOf(true))
  clearListOwner()
  expect(clipboard.get()).toEqual(emptyClipboard)
})
