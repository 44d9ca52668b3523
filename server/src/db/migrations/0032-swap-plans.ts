import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'
import { createIndex } from './columns.ts'

/**
 * A plan that a user is changing to is kept like one in use, as its payment may take days. It is no
 * foreign key, because the release before still deletes such plans.
 */
export async function addSwapPlans(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema.alterTable('subscriptions').addColumn('swap_plan_id', 'text').execute()
  await createIndex(db, 'subscriptions_of_swap_plan', 'subscriptions', ['swap_plan_id'], {
    where: sql`swap_plan_id is not null`,
  })
  const planId =
    kind === 'sqlite'
      ? sql`json_extract(pending_swap, '$.plan.id')`
      : sql`pending_swap::json #>> '{plan,id}'`
  await sql`update subscriptions set swap_plan_id = ${planId}
    where pending_swap is not null`.execute(db)
}
