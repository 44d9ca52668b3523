import { expect, test } from 'vitest'
import { preferredLocale, readerLocale } from './locale.ts'

test('the first language of the browser that we speak is taken', () => {
  expect(preferredLocale(['de-AT', 'es-MX', 'en'], 'en')).toBe('es')
})

test('without one, the server decides', () => {
  expect(preferredLocale(['de', 'fr'], 'es')).toBe('es')
  expect(preferredLocale([], 'en')).toBe('en')
})

test("dates and numbers follow the reader's region, unless it is another language's", () => {
  expect(readerLocale('en', ['de-DE', 'en-GB'])).toBe('en-GB')
  expect(readerLocale('es', ['en-GB'])).toBe('es')
})
