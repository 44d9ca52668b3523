import { expect, it } from 'vitest'
import { Email } from './email-address.ts'

const accepts = (text: string): boolean => Email.safeParse(text).success

it.each([
  'eva@example.org',
  'EVA+files@sub.example.co.uk',
  "o'brien@example.org",
  'пример@почта.рф',
  '用户@例え.テスト',
  'josé@müller.example',
  'info@xn--80akhbyknj4f.xn--p1ai',
  '.eva.@example.org',
  'a/b=c@example.org',
])('accepts %s', address => {
  expect(accepts(address)).toBe(true)
})

it.each([
  'eva',
  'eva@example',
  '@example.org',
  'eva@.org',
  'eva@example.',
  'eva@ex..org',
  'e va@example.org',
  'eva@exam ple.org',
  'eva\u0000@example.org',
  'eva@exa\nmple.org',
  'eva\ud800@example.org',
  'a@b@example.org',
  'Eva <eva@example.org>',
  'a@example.org,b@example.org',
  `${'e'.repeat(250)}@example.org`,
])('refuses %j', address => {
  expect(accepts(address)).toBe(false)
})

it('reads spaces around it, capitals and decomposed letters as the same address', () => {
  expect(Email.parse(' Jose\u0301@Example.ORG ')).toBe('josé@example.org')
})

it('judges a long text at once', () => {
  expect(accepts(`a@${'a.'.repeat(100_000)}`)).toBe(false)
})
