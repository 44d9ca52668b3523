import { expect, it } from 'vitest'
import { passwordHasher, verifyPassword } from './passwords.ts'

const hashPassword = passwordHasher()

it('keeps a password as Argon2id with the recommended cost, never the same twice', async () => {
  const [one, other] = await Promise.all([
    hashPassword('correct horse'),
    hashPassword('correct horse'),
  ])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
})

it('knows the right password from a wrong one', async () => {
  const hashed = await hashPassword('correct horse')
  expect(await verifyPassword(hashed, 'correct horse')).toBe(true)
  expect(await verifyPassword(hashed, 'Correct horse')).toBe(false)
})

it('takes the same letters typed on another system for the same password', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true)
})

it('never spends a hash on an endless password', async () => {
  await expect(hashPassword('x'.repeat(129))).rejects.toThrow(RangeError)
  await expect(verifyPassword('$argon2id$', 'x'.repeat(129))).rejects.toThrow(RangeError)
})
