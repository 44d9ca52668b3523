// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { preferredLocale, readerLocale, spokenLanguages, storeLanguage } from './locale.ts'

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

test('prefers the language that was chosen in this browser', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'de'])
  expect(spokenLanguages()).toEqual(['en-GB', 'de'])
  storeLanguage('es')
  expect(spokenLanguages()).toEqual(['es', 'en-GB', 'de'])
})
