import { expect, it } from 'vitest'
import { emailsIn, isEmail } from './emails.ts'

it('splits addresses at commas, semicolons, spaces and line breaks', () => {
  expect(emailsIn('a@x.org, b@x.org;c@x.org\nd@x.org  ')).toEqual([
    'a@x.org',
    'b@x.org',
    'c@x.org',
    'd@x.org',
  ])
})

it('adds each address once, ignoring case, after the existing ones', () => {
  expect(emailsIn('B@x.org b@X.org', ['a@x.org', 'b@x.org'])).toEqual(['a@x.org', 'b@x.org'])
})

it('keeps invalid addresses so that they can be marked', () => {
  expect(emailsIn('eva')).toEqual(['eva'])
  expect(isEmail('eva')).toBe(false)
  expect(isEmail('eva@example.org')).toBe(true)
})

it.each([
  ['Jane Doe <jane@x.com>', ['jane@x.com']],
  ['"Doe, Jane" <jane@x.com>, Eva <eva@x.com>;tom@x.com', ['jane@x.com', 'eva@x.com', 'tom@x.com']],
  ['a@x.org\nJane Doe <jane@x.com>', ['a@x.org', 'jane@x.com']],
  ['<jane@x.com>', ['jane@x.com']],
])('keeps only the address of a name with an address: %s', (text, emails) => {
  expect(emailsIn(text)).toEqual(emails)
})
