import { expect, it } from 'vitest'
import { passwordHasher, verifyPassword } from './passwords.ts'

const hashPassword = passwordHasher()

it('hashes with Argon2id at the recommended cost and a random salt', async () => {
  const [first, second] = await Promise.all([
    hashPassword('correct horse'),
    hashPassword('correct horse'),
  ])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(second).not.toBe(first)
})

it('verifies the right password and rejects a wrong one', async () => {
  const hashed = await hashPassword('correct horse')
  expect(await verifyPassword(hashed, 'correct horse')).toBe(true)
  expect(await verifyPassword(hashed, 'Correct horse')).toBe(false)
})

it('accepts the same password in another Unicode form', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true)
})

it('rejects an overlong password without hashing it', async () => {
  await expect(hashPassword('x'.repeat(129))).rejects.toThrow(RangeError)
  await expect(verifyPassword('$argon2id$', 'x'.repeat(129))).rejects.toThrow(RangeError)
})
