import type { Db } from '../../db/open.ts'

/** Marks the server as installed. @returns false when it already was, also by a concurrent request */
export async function claimInstallation(db: Db, now: number): Promise<boolean> {
  const value = JSON.stringify(now)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('settings')
    .values({ name: 'installed_at', value })
    .onConflict(oc => oc.column('name').doUpdateSet({ value }).where('settings.value', '=', 'null'))
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Writes, reads and deletes a row to test the database. */
export async function tryDatabase(db: Db): Promise<void> {
  const name = 'setup_check'
  await db.deleteFrom('settings').where('name', '=', name).execute()
  await db.insertInto('settings').values({ name, value: 'null' }).execute()
  await db.selectFrom('settings').where('name', '=', name).select('name').executeTakeFirstOrThrow()
  await db.deleteFrom('settings').where('name', '=', name).execute()
}
