import { PASSWORD_MAX } from '@coffer/contract'
import { hash, type Options, verify } from '@node-rs/argon2'

type Cost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>

/** OWASP's Argon2id: 19 MiB, two passes, one lane. `algorithm` is left out: Argon2id is the default. */
const RECOMMENDED: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A longer text never reaches Argon2, whoever forgot to ask before.
function requireHashable(password: string): void {
  if (password.length > PASSWORD_MAX) throw new RangeError('The password is too long to be hashed')
}

/** @param salt a random one, unless equal passwords are to be told by their hashes */
export type HashPassword = (password: string, salt?: Uint8Array) => Promise<string>

/** @param cost the recommended one, unless in tests */
export const passwordHasher =
  (cost = RECOMMENDED): HashPassword =>
  async (password, salt) => {
    requireHashable(password)
    return hash(password.normalize('NFKC'), { ...cost, ...(salt && { salt }) })
  }

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  requireHashable(password)
  return verify(hashed, password.normalize('NFKC'))
}
