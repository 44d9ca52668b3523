import { type Kysely, sql } from 'kysely'
import { cascading, counter, createIndex, primaryKey, required } from './columns.ts'

/** Plans, what they measure, and their copies at the gateways. */
export async function createPlans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', 'text', primaryKey)
    .addColumn('type', 'text', c => c.notNull().check(sql`type in ('fixed', 'metered')`))
    .addColumn('status', 'text', c => c.notNull().check(sql`status in ('active', 'archived')`))
    .addColumn('is_visible', 'integer', c => c.notNull().check(sql`is_visible in (0, 1)`))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('currency', 'text', required)
    .addColumn('interval', 'text', c => c.notNull().check(sql`interval in ('month', 'year')`))
    .addColumn('amount', 'bigint', c => c.check(sql`amount >= 0`))
    .addColumn('storage_bytes', 'bigint')
    .addColumn('max_team_members', 'integer')
    .addColumn('tier_mode', 'text', c => c.check(sql`tier_mode in ('graduated', 'volume')`))
    .addColumn('replaces_id', 'text', c => c.references('plans.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await createIndex(db, 'plans_by_status', 'plans', ['status', 'amount', 'id'])
  // Users without a choice get the metered plan, so there can be only one.
  await createIndex(db, 'plans_one_metered', 'plans', ['type'], {
    unique: true,
    where: sql`type = 'metered' and status = 'active'`,
  })
  await db.schema
    .createTable('plan_meters')
    .addColumn('id', 'text', primaryKey)
    .addColumn('plan_id', 'text', cascading('plans.id'))
    .addColumn('key', 'text', required)
    .addColumn('aggregate', 'text', required)
    .addColumn('position', 'integer', required)
    .execute()
  await createIndex(db, 'plan_meters_once', 'plan_meters', ['plan_id', 'key'], { unique: true })
  await db.schema
    .createTable('plan_tiers')
    .addColumn('meter_id', 'text', cascading('plan_meters.id'))
    .addColumn('position', 'integer', required)
    .addColumn('up_to', 'bigint')
    .addColumn('unit_amount', 'text', required)
    .addColumn('flat_amount', 'bigint', counter)
    .addPrimaryKeyConstraint('plan_tiers_once', ['meter_id', 'position'])
    .execute()
  await db.schema
    .createTable('plan_gateways')
    .addColumn('plan_id', 'text', cascading('plans.id'))
    .addColumn('gateway', 'text', required)
    .addColumn('is_live', 'integer', required)
    .addColumn('external_ids', 'text', required)
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('pending', 'ready', 'failed')`),
    )
    .addColumn('reason', 'text')
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('plan_gateways_once', ['plan_id', 'gateway', 'is_live'])
    .execute()
}
