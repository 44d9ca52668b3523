import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type HashPassword, verifyPassword } from '../../lib/passwords.ts'

/** Characters that are not confused with each other in handwriting. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_COUNT = 10
const GROUP_LENGTH = 5

const group = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODE_COUNT }, () => `${group()}-${group()}`)

const List = z.array(z.string())

/** No code contains `$`, so a hash is never mistaken for a code. */
const isHash = (code: string): boolean => code.startsWith('$')

const enteredCode = new AsyncLocalStorage<string>()

/** Counts the codes of a stored list. */
export const countCodes = (stored: string): number => List.parse(JSON.parse(stored)).length

/** Runs `work` with the entered code, which `decrypt` puts in place of the hash that it matches. */
export const withEnteredCode = <T>(code: string, work: () => Promise<T>): Promise<T> =>
  enteredCode.run(code, work)

/**
 * Stores recovery codes as hashes (ASVS 6.5.2). Better Auth stores the result of `encrypt`, looks for
 * the entered code in the result of `decrypt` and stores the remaining entries again. Both functions
 * take and return a JSON array.
 */
export const recoveryCodeStorage = (hashPassword: HashPassword) => ({
  async encrypt(codes: string): Promise<string> {
    const hashes = List.parse(JSON.parse(codes)).map(code =>
      isHash(code) ? code : hashPassword(code),
    )
    return JSON.stringify(await Promise.all(hashes))
  },
  async decrypt(stored: string): Promise<string> {
    const hashes = List.parse(JSON.parse(stored))
    const code = enteredCode.getStore()
    if (code === undefined) return stored
    const matches = await Promise.all(hashes.map(hash => verifyPassword(hash, code)))
    return JSON.stringify(hashes.map((hash, index) => (matches[index] ? code : hash)))
  },
})
