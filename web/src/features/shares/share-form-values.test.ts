import { expect, it } from 'vitest'
import { newPassword } from './new-password.ts'
import { emailsRefusal, hoursOf, limitOf } from './share-form-values.ts'

it('reads a limit, none, and what is neither', () => {
  expect(limitOf(' 12 ')).toBe(12)
  expect(limitOf('')).toBe(null)
  for (const text of ['0', '-1', '1.5', '1e3', 'ten', '1000001'])
    expect(limitOf(text)).toBe(undefined)
})

it('knows only the ends that can be chosen', () => {
  expect(hoursOf('168')).toBe(168)
  expect(hoursOf('never')).toBe(null)
  expect(hoursOf('3')).toBe(null)
})

it('finds what the server said of one of several addresses', () => {
  expect(emailsRefusal({ 'emails.2': 'Not an address.' })).toBe('Not an address.')
  expect(emailsRefusal({ password: 'Missing.' })).toBe(undefined)
})

it('makes passwords that differ and can be read aloud', () => {
  const made = Array.from({ length: 50 }, newPassword)
  expect(new Set(made).size).toBe(50)
  for (const password of made)
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
})
