import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type HashPassword, verifyPassword } from '../../lib/passwords.ts'

/** Nothing that is mistaken for something else when it is written down. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const [CODES, GROUP] = [10, 5]

const group = (): string =>
  Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('')

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => `${group()}-${group()}`)

const List = z.array(z.string())

/** No code has this sign, so a hash is never taken for one. */
const isHash = (code: string): boolean => code.startsWith('$')

const entered = new AsyncLocalStorage<string>()

/** Of a list as it is stored. */
export const countCodes = (stored: string): number => List.parse(JSON.parse(stored)).length

/** While `work` runs, `code` is the one that Better Auth finds among the hashes if it is right. */
export const enteringCode = <T>(code: string, work: () => Promise<T>): Promise<T> =>
  entered.run(code, work)

/**
 * ASVS 6.5.2: whoever reads the database reads no code, the server's key or not. Better Auth stores
 * what comes from `encrypt` and looks for the entered code in what comes from `decrypt`, whose rest
 * it stores again. Both take and give lists as JSON.
 */
export const asHashes = (hashPassword: HashPassword) => ({
  async encrypt(codes: string): Promise<string> {
    const kept = List.parse(JSON.parse(codes)).map(code =>
      isHash(code) ? code : hashPassword(code),
    )
    return JSON.stringify(await Promise.all(kept))
  },
  async decrypt(stored: string): Promise<string> {
    const hashes = List.parse(JSON.parse(stored))
    const code = entered.getStore()
    if (code === undefined) return stored
    const matches = await Promise.all(hashes.map(hash => verifyPassword(hash, code)))
    return JSON.stringify(hashes.map((hash, index) => (matches[index] ? code : hash)))
  },
})
