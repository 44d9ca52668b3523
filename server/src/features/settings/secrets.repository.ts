import type { SecretName } from '@coffer/contract'
import { recordChange } from '../../db/changes.ts'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { Changed } from './settings.repository.ts'

export const findSecretRows = (db: Db) =>
  db
    .selectFrom('secrets')
    .leftJoin('users', 'users.id', 'secrets.changed_by')
    .select([
      'secrets.name',
      'secrets.value',
      'secrets.ends_in',
      'secrets.changed_at',
      'secrets.changed_by',
      'users.name as changed_by_name',
    ])
    .execute()

/** The encrypted value of a secret. */
export const findSecretValue = async (db: Db, name: SecretName): Promise<string | undefined> =>
  (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())
    ?.value

/** Reads all secrets and locks them until the end of the transaction. */
export const lockSecrets = (db: Db) => {
  const query = db.selectFrom('secrets').select(['name', 'value'])
  return (hasRowLocks(db) ? query.forUpdate() : query).execute()
}

interface NewSecret {
  /** Encrypted. */
  value: string
  endsIn: string | null
}

export async function writeSecret(
  db: Db,
  name: SecretName,
  { value, endsIn }: NewSecret,
  { at, by }: Changed,
): Promise<void> {
  const row = { value, ends_in: endsIn, changed_at: at, changed_by: by }
  await db
    .insertInto('secrets')
    .values({ name, ...row })
    .onConflict(oc => oc.column('name').doUpdateSet(row))
    .execute()
  recordChange(db, 'settings', [name])
}

/** Replaces the encrypted value of a secret that stays the same. */
export const replaceSecretValue = (db: Db, name: string, value: string) =>
  db.updateTable('secrets').set({ value }).where('name', '=', name).execute()

export async function deleteSecret(db: Db, name: SecretName): Promise<void> {
  await db.deleteFrom('secrets').where('name', '=', name).execute()
  recordChange(db, 'settings', [name])
}

/** Names of the secrets that are stored. */
export const findSecretNames = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('secrets').select('name').execute()).map(row => row.name)
