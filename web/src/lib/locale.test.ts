import { expect, test } from 'vitest'
import { preferredLocale, readerLocale } from './locale.ts'

test('takes the first language of the browser that is available', () => {
  expect(preferredLocale(['de-AT', 'es-MX', 'en'], 'en', ['en', 'es'])).toBe('es')
})

test('falls back to the locale of the server', () => {
  expect(preferredLocale(['de', 'fr'], 'es', ['en', 'es'])).toBe('es')
  expect(preferredLocale([], 'en', ['en', 'es'])).toBe('en')
})

test('uses the region of the user for dates and numbers unless it has another language', () => {
  expect(readerLocale('en', ['de-DE', 'en-GB'])).toBe('en-GB')
  expect(readerLocale('es', ['en-GB'])).toBe('es')
})
