import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['k7#Qz!a', 0],
  ['password', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['12345678', 1],
  ['abcdefgh', 1],
  ['Password1!', 1],
  ['harbour9', 2],
  ['harbour-lamp', 3],
  ['k7#Qz!a9', 3],
  ['correct horse battery staple', 4],
  ['tR9!vq2#Lw8z', 4],
] as const)('the strength of %j is %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('more characters of the same kinds never make a password weaker', () => {
  const strengths = [8, 10, 12, 16, 20].map(length =>
    passwordStrength('xk2!pw9?rt5#bz8&qm4%'.slice(0, length)),
  )
  expect(strengths).toEqual([...strengths].sort())
})
