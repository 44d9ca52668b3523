import { type Db, hasRowLocks } from '../../db/open.ts'

export async function countAdministrators(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks the administrators who can sign in, so that two who lose the role at once do so one after the other. */
export async function lockAdministrators(db: Db): Promise<string[]> {
  const query = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .orderBy('id')
  const rows = await (hasRowLocks(db) ? query.forUpdate() : query).execute()
  return rows.map(row => row.id)
}
