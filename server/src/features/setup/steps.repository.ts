import type { StoredStep } from '@coffer/contract/setup'
import type { Db } from '../../db/open.ts'
import type { SecretTable, SettingTable } from '../../db/schema-settings.ts'
import type { SetupStepTable } from '../../db/schema-setup.ts'

type Outcome = SetupStepTable['outcome']

export const findSteps = (db: Db): Promise<SetupStepTable[]> =>
  db.selectFrom('setup_steps').selectAll().execute()

export async function completeStep(
  db: Db,
  step: StoredStep,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const values = { outcome, completed_at: now.getTime() }
  await db
    .insertInto('setup_steps')
    .values({ step, ...values })
    .onConflict(oc => oc.column('step').doUpdateSet(values))
    .execute()
}

/** Rows of the steps before the database was chosen. */
export interface StoredSetup {
  settings: SettingTable[]
  /** Encrypted by the key of the data folder, so that they stay readable. */
  secrets: SecretTable[]
  steps: SetupStepTable[]
}

export const findStoredSetup = async (db: Db): Promise<StoredSetup> => ({
  settings: await db
    .selectFrom('settings')
    .where('name', '!=', 'installed_at')
    .selectAll()
    .execute(),
  secrets: await db.selectFrom('secrets').selectAll().execute(),
  steps: await findSteps(db),
})

/** Copies the setup so far into another database. */
export async function copySetup(db: Db, { settings, secrets, steps }: StoredSetup): Promise<void> {
  for (const { name, ...row } of settings)
    await db
      .insertInto('settings')
      .values({ name, ...row })
      .onConflict(oc => oc.column('name').doUpdateSet(row))
      .execute()
  for (const { name, ...row } of secrets)
    await db
      .insertInto('secrets')
      .values({ name, ...row })
      .onConflict(oc => oc.column('name').doUpdateSet(row))
      .execute()
  for (const { step, outcome, completed_at } of steps)
    await completeStep(db, step, outcome, new Date(completed_at))
}

/** Whether a database belongs to an installed Coffer. */
export async function isInstalledIn(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .where('name', '=', 'installed_at')
    .where('value', '!=', 'null')
    .select('name')
    .executeTakeFirst()
  const user = row ?? (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
  return user !== undefined
}
