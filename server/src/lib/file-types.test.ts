import { expect, it } from 'vitest'
import { detectType } from './file-types.ts'

const typeOf = (text: string, name = 'file.txt') => detectType(Buffer.from(text), name)

it('detects markup after a declaration and comments', async () => {
  expect(await typeOf('<?xml version="1.0"?> <!-- a --><!-- > --> <svg/>')).toBe('image/svg+xml')
  expect(await typeOf('<!-- a -->\n<!DOCTYPE html>')).toBe('text/html')
  expect(await typeOf('<?XML version="1.0"?><SCRIPT>')).toBe('text/html')
  expect(await typeOf('<!-- a --> text --> <script>')).toBe('text/plain')
  expect(await typeOf('<!-- <script>')).toBe('text/plain')
})

it('detects a text of many comments without backtracking', async () => {
  expect(await typeOf(`${'<!---->'.repeat(500)}x`)).toBe('text/plain')
})
