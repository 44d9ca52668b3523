import { describe, expect, test } from 'vitest'
import { toText, toValue } from './value-text.ts'

describe('a number', () => {
  test('stands in its field as the reader writes it, and goes as everybody does', () => {
    expect(toText('number', 1250.5, 'en-GB')).toBe('1250.5')
    expect(toText('number', 1250.5, 'es-ES')).toBe('1250,5')
    expect(toValue('number', '1250,5')).toBe('1250.5')
    expect(toValue('number', ' 1250.5 ')).toBe('1250.5')
  })

  test('that can be read in two ways is left for the server to refuse', () => {
    expect(toValue('number', '1.250,5')).toBe('1.250,5')
    expect(toValue('number', '1,250,500')).toBe('1,250,500')
  })
})

test('nothing but spaces clears a field of any kind', () => {
  for (const type of ['text', 'number', 'date', 'boolean'] as const)
    expect(toValue(type, '  ')).toBeNull()
})

test('yes and no come back as they went', () => {
  for (const value of [true, false])
    expect(toValue('boolean', toText('boolean', value, 'en'))).toBe(value)
  expect(toText('boolean', null, 'en')).toBe('')
})
