import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '../../db/open.ts'
import { pagesOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import {
  listTwoFactorKeys,
  replaceTwoFactorKeys,
  type TwoFactorKey,
} from './two-factor-keys.repository.ts'

const VERSION = 1

/** The secret as Better Auth takes it. A list, because BETTER_AUTH_SECRETS would override a single one. */
export const authSecrets = (secret: string) => [{ version: VERSION, value: secret }]

const keyOf = (secret: string) => ({ keys: new Map([[VERSION, secret]]), currentVersion: VERSION })

/**
 * Encrypts the keys of authenticator apps with the current secret of the server that are encrypted with its
 * previous one. Those that neither decrypts stay as they are.
 * @returns how many were encrypted again
 */
export async function encryptTwoFactorKeys(
  tx: Db,
  { secret, config: { previousSecret } }: Pick<Deps, 'secret' | 'config'>,
): Promise<number> {
  if (previousSecret === undefined) return 0
  let count = 0
  for await (const keys of pagesOf(page => listTwoFactorKeys(tx, page))) {
    const encrypted = await Promise.all(keys.map(key => encryptAgain(key, previousSecret, secret)))
    const changed = encrypted.filter(key => key !== undefined)
    await replaceTwoFactorKeys(tx, changed)
    count += changed.length
  }
  return count
}

/** @returns undefined if the previous secret does not decrypt the key */
async function encryptAgain(
  { id, secret }: TwoFactorKey,
  previous: string,
  current: string,
): Promise<TwoFactorKey | undefined> {
  const plainText = await symmetricDecrypt({ key: keyOf(previous), data: secret }).catch(() => null)
  if (plainText === null) return undefined
  return { id, secret: await symmetricEncrypt({ key: keyOf(current), data: plainText }) }
}
