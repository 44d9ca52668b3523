import { expect, test } from 'vitest'
import { localeFrom, translate, translateCount } from './translate.ts'

test.each([
  [1, '1 file has'],
  [2000, '2,000 files have'],
])('%i is counted as English counts', (count, words) => {
  const said = translateCount('en', 'notification.request_filled.text', { count })
  expect(said).toContain(words)
})

test.each([
  [1, '1 archivo por'],
  [12_000, '12.000 archivos por'],
  [1_000_000, '1.000.000 de archivos por'],
])('%i is counted as Spanish counts', (count, words) => {
  expect(translateCount('es', 'notification.request_filled.text', { count })).toContain(words)
})

test('sizes are written in the words of the language', () => {
  const limit = 4_200_000
  expect(translate('en', 'errors.upload.too_large.detail', { limit })).toContain('4.2 MB')
  expect(translate('es', 'errors.upload.too_large.detail', { limit })).toContain('4,2 MB')
})

test('the first language that we speak is answered in, and English if there is none', () => {
  expect(localeFrom('de-AT, es-MX;q=0.8, en;q=0.5')).toBe('es')
  expect(localeFrom('de')).toBe('en')
  expect(localeFrom(undefined)).toBe('en')
})
