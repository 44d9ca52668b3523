import { describe, expect, test } from 'vitest'
import { toText, toValue } from './value-text.ts'

describe('a number', () => {
  test('is shown in the format of the locale and sent with a point', () => {
    expect(toText('number', 1250.5, 'en-GB')).toBe('1250.5')
    expect(toText('number', 1250.5, 'es-ES')).toBe('1250,5')
    expect(toValue('number', '1250,5', 'es-ES')).toBe('1250.5')
    expect(toValue('number', ' 1250.5 ', 'en-GB')).toBe('1250.5')
  })

  test.each([
    ['1,250', 'en-GB', '1250'],
    ['1.250', 'es-ES', '1250'],
    ['+1.250', 'es-ES', '+1250'],
    ['1.250,5', 'es-ES', '1250.5'],
    ['1,250,500', 'en-GB', '1250500'],
    ['1250,5', 'en-GB', '1250.5'],
  ])('typed as %s is read in %s as %s', (text, locale, value) => {
    expect(toValue('number', text, locale)).toBe(value)
  })

  test.each(['five', '1.2.3', '1,23,4', '5 GB', '+-5', '--5', 'e5'])(
    'that cannot be read is sent unchanged, so that the server rejects it: %s',
    text => {
      for (const locale of ['en-GB', 'es-ES']) expect(toValue('number', text, locale)).toBe(text)
    },
  )

  test('survives the round trip', () => {
    for (const locale of ['en-GB', 'es-ES'])
      for (const value of [0, -3.125, 1.25, 1250, 1250.125, 1.5e-7, 2.5e21])
        expect(Number(toValue('number', toText('number', value, locale), locale))).toBe(value)
  })
})

test('an empty text clears a field of any type', () => {
  for (const type of ['text', 'number', 'date', 'boolean'] as const)
    expect(toValue(type, '  ', 'en')).toBeNull()
})

test('booleans survive the round trip', () => {
  for (const value of [true, false])
    expect(toValue('boolean', toText('boolean', value, 'en'), 'en')).toBe(value)
  expect(toText('boolean', null, 'en')).toBe('')
})
