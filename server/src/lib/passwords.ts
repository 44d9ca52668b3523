import { MAX_PASSWORD_LENGTH } from '@coffer/contract'
import { hash, type Options, verify } from '@node-rs/argon2'

type Cost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>

/** OWASP's recommendation for Argon2id, the default algorithm: 19 MiB, two passes, one lane. */
const RECOMMENDED: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A last check that longer texts never reach Argon2.
function requireHashable(password: string): void {
  if (password.length > MAX_PASSWORD_LENGTH)
    throw new RangeError('The password is too long to be hashed')
}

/** @param salt random by default; a fixed one makes hashes of equal passwords equal */
export type HashPassword = (password: string, salt?: Uint8Array) => Promise<string>

/** @param cost the recommended one except in tests */
export const passwordHasher =
  (cost = RECOMMENDED): HashPassword =>
  async (password, salt) => {
    requireHashable(password)
    return hash(password.normalize('NFKC'), { ...cost, ...(salt && { salt }) })
  }

/** Verifies a password. @throws RangeError for overlong passwords */
export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  requireHashable(password)
  return verify(hashed, password.normalize('NFKC'))
}
