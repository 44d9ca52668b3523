import { SECRET_NAMES, type SecretName } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { decryptText, encryptText } from '../../lib/encryption.ts'
import { recordAudit } from '../audit/index.ts'
import { environmentSecrets } from './environment-values.ts'
import { storeFingerprint } from './secret-fingerprint.service.ts'
import {
  findSecretRows,
  findSecretValue,
  lockSecrets,
  replaceSecretValue,
  writeSecret,
} from './secrets.repository.ts'
import type { Changed } from './settings.repository.ts'
import { endOf } from './settings.rules.ts'

export type SecretDeps = Pick<Deps, 'config' | 'secret'>

/** The server's secrets that may have encrypted a stored one, the current one first. */
const secretsOf = ({ secret, config }: SecretDeps): string[] =>
  config.previousSecret === undefined ? [secret] : [secret, config.previousSecret]

const decrypt = (deps: SecretDeps, name: string, value: string): string | undefined =>
  decryptText(secretsOf(deps), name, value)

/**
 * Reads a secret. A value of the environment wins.
 * @returns undefined if it is not set, or was encrypted by another key
 */
export async function readSecret(
  deps: SecretDeps & Pick<Deps, 'db'>,
  name: SecretName,
): Promise<string | undefined> {
  const fromEnvironment = environmentSecrets(deps.config)[name]
  if (fromEnvironment !== undefined) return fromEnvironment || undefined
  const value = await findSecretValue(deps.db, name)
  return value === undefined ? undefined : decrypt(deps, name, value)
}

/** Reads several secrets in one statement. Values of the environment win. */
export async function readSecrets(
  deps: SecretDeps & Pick<Deps, 'db'>,
): Promise<Partial<Record<SecretName, string>>> {
  const stored = await decryptSecrets(deps, deps.db)
  return { ...stored, ...environmentSecrets(deps.config) }
}

/** Encrypts and stores a secret. */
export const storeSecret = (
  tx: Db,
  { secret }: SecretDeps,
  name: SecretName,
  { value, ...changed }: Changed & { value: string },
): Promise<void> =>
  writeSecret(tx, name, { value: encryptText(secret, name, value), endsIn: endOf(value) }, changed)

/** Reads the stored secrets, with whether each can be decrypted. */
export async function findStoredSecrets(deps: SecretDeps, db: Db) {
  const rows = await findSecretRows(db)
  return rows.map(({ value, ...row }) => ({
    ...row,
    isReadable: decrypt(deps, row.name, value) !== undefined,
  }))
}
export type StoredSecret = Awaited<ReturnType<typeof findStoredSecrets>>[number]

/** Reads the stored secrets with their values, for an export that the operator asked for. */
export async function decryptSecrets(
  deps: SecretDeps,
  db: Db,
): Promise<Partial<Record<SecretName, string>>> {
  const rows = await findSecretRows(db)
  const values = new Map(rows.map(row => [row.name, decrypt(deps, row.name, row.value)]))
  const entries = SECRET_NAMES.map(name => [name, values.get(name)])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/**
 * Encrypts all stored secrets again, under new keys derived from the current secret of the server. It
 * is one transaction, so that a crash leaves all of them as they were. From then on servers start with
 * this secret only.
 * @param encryptOthers encrypts what other features store, and returns how many that were
 * @returns the names of secrets that no known key decrypts; they stay as they are
 */
export function rotateSecrets(
  deps: SecretDeps & Pick<Deps, 'transact'>,
  encryptOthers: (tx: Db) => Promise<number>,
): Promise<{ rotated: number; unreadable: string[] }> {
  return deps.transact(async tx => {
    const unreadable: string[] = []
    const rows = await lockSecrets(tx)
    for (const { name, value } of rows) {
      const plainText = decrypt(deps, name, value)
      if (plainText === undefined) unreadable.push(name)
      else await replaceSecretValue(tx, name, encryptText(deps.secret, name, plainText))
    }
    const others = await encryptOthers(tx)
    await storeFingerprint(tx, deps)
    recordAudit(tx, { action: 'settings.secrets_rotated' })
    return { rotated: rows.length - unreadable.length + others, unreadable }
  })
}
