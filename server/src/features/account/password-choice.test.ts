import { passwordError } from '@coffer/contract/password-rules'
import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'

const ANN = { name: 'Ann Lampwright', email: 'ann.keeper@harbour.example', app: 'Pier Files' }

const errorOf = (password: string) =>
  passwordError(password, ANN, COMMON_PASSWORDS)?.replace('validation.password.', '') ?? null

test('lists at least three thousand passwords that the minimum length would allow', () => {
  expect(COMMON_PASSWORDS.trim().split('\n').length).toBeGreaterThan(3000)
})

test.each([
  'password',
  'PassWord',
  '12345678',
  'Password1!',
  'sunshine2026',
  'ｐａｓｓｗｏｒｄ',
  'aaaaaaaaaaaaaaaaaaaa',
  '20262026',
  'abcabcabcabc',
])('refuses %s as a common password', password => {
  expect(errorOf(password)).toBe('common')
})

test.each([
  'Lampwright1',
  'ann.keeper!',
  'keeper-2026',
  'harbour99',
  'PierFiles12',
  'pier files 1',
  'coffer-2026',
  'coffercoffer99',
  'lampwright-keeper',
  'coffer12345678',
])('refuses %s, which is made of the user’s own words', password => {
  expect(errorOf(password)).toBe('own_words')
})

test.each([
  'correct horse battery',
  'battery staple',
  'a keeper of seven lamps',
  'annotated-maps',
  'k7#Qz!a9',
  'ropes along the pier',
  'sunshine82736451',
])('accepts %s', password => {
  expect(errorOf(password)).toBeNull()
})
