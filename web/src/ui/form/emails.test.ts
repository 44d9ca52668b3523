import { expect, it } from 'vitest'
import { emailsIn, isEmail } from './emails.ts'

it('finds addresses between commas, semicolons, spaces and lines', () => {
  expect(emailsIn('a@x.org, b@x.org;c@x.org\nd@x.org  ')).toEqual([
    ...['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org'],
  ])
})

it('takes each once, however it is written, after those that are there', () => {
  expect(emailsIn('B@x.org b@X.org', ['a@x.org', 'b@x.org'])).toEqual(['a@x.org', 'b@x.org'])
})

it('keeps what is no address, so that it can be pointed out', () => {
  expect(emailsIn('eva')).toEqual(['eva'])
  expect(isEmail('eva')).toBe(false)
  expect(isEmail('eva@example.org')).toBe(true)
})
