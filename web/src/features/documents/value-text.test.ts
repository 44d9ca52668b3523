import { describe, expect, test } from 'vitest'
import { toText, toValue } from './value-text.ts'

describe('a number', () => {
  test('is shown in the format of the locale and sent with a point', () => {
    expect(toText('number', 1250.5, 'en-GB')).toBe('1250.5')
    expect(toText('number', 1250.5, 'es-ES')).toBe('1250,5')
    expect(toValue('number', '1250,5')).toBe('1250.5')
    expect(toValue('number', ' 1250.5 ')).toBe('1250.5')
  })

  test('that is ambiguous is sent unchanged, so that the server rejects it', () => {
    expect(toValue('number', '1.250,5')).toBe('1.250,5')
    expect(toValue('number', '1,250,500')).toBe('1,250,500')
  })
})

test('an empty text clears a field of any type', () => {
  for (const type of ['text', 'number', 'date', 'boolean'] as const)
    expect(toValue(type, '  ')).toBeNull()
})

test('booleans survive the round trip', () => {
  for (const value of [true, false])
    expect(toValue('boolean', toText('boolean', value, 'en'))).toBe(value)
  expect(toText('boolean', null, 'en')).toBe('')
})
