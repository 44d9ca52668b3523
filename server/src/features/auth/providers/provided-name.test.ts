import { PersonName } from '@coffer/contract/account'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { providedName } from './provided-name.ts'

const EMAIL = 'ann.moor@example.org'

it.each([
  ['Ann Moor', 'Ann Moor'],
  ['  Ann\tMoor \r\nBcc: all ', 'Ann Moor Bcc: all'],
  ['', 'ann.moor'],
  ['\n', 'ann.moor'],
])('takes the name %j as %j', (name, expected) => {
  expect(providedName(name, EMAIL)).toBe(expected)
})

it('makes every name one that users could have chosen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600, size: 'max' }), name => {
      expect(PersonName.safeParse(providedName(name, EMAIL)).success).toBe(true)
    }),
  )
})
