import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { sign } from '../../lib/signing.ts'
import { insertSetting, readSettings, writeSettings } from './settings.repository.ts'

const fingerprintOf = (secret: string): string => sign(secret, 'secret-fingerprint', '')

/** Makes the current secret the one of the database. */
export const storeFingerprint = (tx: Db, { secret }: Pick<Deps, 'secret'>): Promise<void> =>
  writeSettings(tx, { secret_fingerprint: fingerprintOf(secret) })

/** Whether a stored fingerprint is of the current secret or of its configured predecessor. */
export const isOwnFingerprint = (
  { secret, config: { previousSecret } }: Pick<Deps, 'config' | 'secret'>,
  known: string,
): boolean =>
  known === fingerprintOf(secret) ||
  (previousSecret !== undefined && known === fingerprintOf(previousSecret))

/**
 * Whether the secret is the one that the database is used with. An unused database takes the first
 * one; a secret whose predecessor is configured replaces it.
 */
export async function matchesSecret(
  deps: Pick<Deps, 'config' | 'secret' | 'db' | 'transact'>,
): Promise<boolean> {
  const { db, transact } = deps
  const current = fingerprintOf(deps.secret)
  const { secret_fingerprint: known } = await readSettings(db)
  if (known === current) return true
  if (known !== null) {
    const isOwn = isOwnFingerprint(deps, known)
    if (isOwn) await transact(tx => storeFingerprint(tx, deps))
    return isOwn
  }
  // Of processes that start at the same time with different secrets, one wins.
  await transact(tx => insertSetting(tx, { secret_fingerprint: current }))
  return (await readSettings(db)).secret_fingerprint === current
}
