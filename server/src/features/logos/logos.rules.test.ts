import { expect, it } from 'vitest'
import { keyOf, logoKindOf, urlOf } from './logos.rules.ts'

it('finds the key in its own URLs only', () => {
  expect(keyOf(urlOf('abc'))).toBe('abc')
  expect(keyOf('/branding/logo.png')).toBeNull()
  expect(keyOf(null)).toBeNull()
})

it('accepts pictures and drawings', () => {
  expect(logoKindOf('image/png', '')).toBe('image')
  expect(logoKindOf('image/jpeg', '')).toBe('image')
  expect(logoKindOf('image/webp', '')).toBe('image')
  expect(logoKindOf('image/svg+xml', '<svg/>')).toBe('svg')
})

it('accepts a drawing with the document type that drawing programs write', () => {
  const head = `<?xml version="1.0"?><!-- made by hand -->
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>`
  expect(logoKindOf('text/plain', head)).toBe('svg')
})

it('rejects drawings that declare entities, and everything else', () => {
  const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'
  expect(logoKindOf('text/plain', bomb)).toBeNull()
  for (const type of ['text/html', 'application/pdf', 'image/gif', 'video/mp4', 'text/plain'])
    expect(logoKindOf(type, '')).toBeNull()
})

it('rejects a text of many comments without backtracking', () => {
  expect(logoKindOf('text/plain', `${'<!---->'.repeat(500)}x`)).toBeNull()
})
