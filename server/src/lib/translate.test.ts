import { expect, test } from 'vitest'
import { localeFrom, translate, translateCount } from './translate.ts'

test.each([
  [1, '1 file.'],
  [2000, '2,000 files.'],
])('uses the English plural form of %i', (count, expected) => {
  const text = translateCount('en', 'notification.upload_request_completed.text', { count })
  expect(text).toContain(expected)
})

test.each([
  [1, '1 archivo.'],
  [12_000, '12.000 archivos.'],
  [1_000_000, '1.000.000 de archivos.'],
])('uses the Spanish plural form of %i', (count, expected) => {
  expect(translateCount('es', 'notification.upload_request_completed.text', { count })).toContain(
    expected,
  )
})

test('formats sizes in the language', () => {
  const limit = 4_200_000
  expect(translate('en', 'errors.upload.too_large.detail', { limit })).toContain('4.2 MB')
  expect(translate('es', 'errors.upload.too_large.detail', { limit })).toContain('4,2 MB')
})

test('picks the first supported language, or English', () => {
  expect(localeFrom('de-AT, es-MX;q=0.8, en;q=0.5')).toBe('es')
  expect(localeFrom('de')).toBe('en')
  expect(localeFrom(undefined)).toBe('en')
})
