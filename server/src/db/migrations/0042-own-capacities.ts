import { type Kysely, sql } from 'kysely'

/** Whether an administrator gave a storage limit, so that plans and the default don't change it. */
export async function addOwnCapacities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user_quotas')
    .addColumn('has_own_capacity', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await keepGivenCapacities(db)
}

/** Limits that administrators gave before are known from the audit log. */
export async function keepGivenCapacities(db: Kysely<unknown>): Promise<void> {
  await sql`update user_quotas set has_own_capacity = 1 where user_id in (
      select q.user_id from audit_entries as e
      join user_quotas as q on q.user_id = e.target_id
      where e.action = 'user.capacity_changed' and e.after =
        '{"capacity_bytes":' || coalesce(cast(q.capacity_bytes as text), 'null') || '}')`.execute(
    db,
  )
}
