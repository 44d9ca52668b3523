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

it.each<[string, Uint8Array, string, string]>([
  ['UTF-16 of Windows', Buffer.from('\ufeffAño', 'utf16le'), 'a.txt', 'text/plain'],
  ['UTF-16 of others', Buffer.from('\ufeffAño', 'utf16le').swap16(), 'a.csv', 'text/csv'],
  ['Windows-1252', Buffer.from('Año;Señal\r\n', 'latin1'), 'informe.csv', 'text/csv'],
])('detects a text in %s', async (_, text, name, type) => {
  expect(await detectType(text, name)).toBe(type)
})

it.each<[string, Uint8Array, string]>([
  ['bytes under the name of a text', Buffer.from([0x80, 0x01, 0xfe, 0x02]), 'a.txt'],
  ['bytes in Windows-1252 under another name', Buffer.from('Año', 'latin1'), 'a.bin'],
  ['bytes that begin like UTF-16', Buffer.from([0xff, 0xfe, 0x01, 0x00, 0x02, 0x00]), 'a.txt'],
])('detects no text in %s', async (_, content, name) => {
  expect(await detectType(content, name)).toBe('application/octet-stream')
})

it.each([
  ['a.doc', 'application/msword'],
  ['A.XLS', 'application/vnd.ms-excel'],
  ['a.ppt', 'application/vnd.ms-powerpoint'],
  ['a.html', 'application/x-cfb'],
])('detects the old Office file %s by its name', async (name, type) => {
  const head = Buffer.alloc(512)
  head.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  expect(await detectType(head, name)).toBe(type)
})

it('detects a text of many comments without backtracking', async () => {
  expect(await typeOf(`${'<!---->'.repeat(500)}x`)).toBe('text/plain')
})
