import { expect, it } from 'vitest'
import { newPassword } from './new-password.ts'
import { hoursOf, limitOf, serverEmailsError } from './share-form-values.ts'

it('parses a limit, no limit, and invalid limits', () => {
  expect(limitOf(' 12 ')).toBe(12)
  expect(limitOf('')).toBe(null)
  for (const text of ['0', '-1', '1.5', '1e3', 'ten', '1000001'])
    expect(limitOf(text)).toBe(undefined)
})

it('accepts only offered expiry times', () => {
  expect(hoursOf('168')).toBe(168)
  expect(hoursOf('never')).toBe(null)
  expect(hoursOf('3')).toBe(null)
})

it("finds the server's error for one of several emails", () => {
  expect(serverEmailsError({ 'emails.2': 'Not an address.' })).toBe('Not an address.')
  expect(serverEmailsError({ password: 'Missing.' })).toBe(undefined)
})

it('generates different passwords without ambiguous characters', () => {
  const passwords = Array.from({ length: 50 }, newPassword)
  expect(new Set(passwords).size).toBe(50)
  for (const password of passwords)
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
})
