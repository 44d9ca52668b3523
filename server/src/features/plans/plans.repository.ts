import type { PlanQuery } from '@coffer/contract/plans'
import type { PlanMeter, Tier } from '@coffer/contract/rating'
import { rowsOf } from '@coffer/contract/resource'
import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import { type SelectQueryBuilder, sql } from 'kysely'
import { containsText } from '../../db/like-pattern.ts'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { PlanGatewayRow, PlanRow } from '../../db/schema-plans.ts'

/** A plan with what it measures. */
export interface Plan extends PlanRow {
  meters: PlanMeter[]
}

/** Reads the meters and tiers of plans, in one statement. */
async function findMeters(db: Db, planIds: readonly string[]): Promise<Map<string, PlanMeter[]>> {
  const byPlan = new Map<string, PlanMeter[]>()
  if (planIds.length === 0) return byPlan
  const rows = await db
    .selectFrom('plan_meters as m')
    .innerJoin('plan_tiers as t', 't.meter_id', 'm.id')
    .select(['m.id', 'm.plan_id', 'm.key', 'm.aggregate'])
    .select(['t.up_to', 't.unit_amount', 't.flat_amount'])
    .where('m.plan_id', 'in', planIds)
    .orderBy('m.plan_id')
    .orderBy('m.position')
    .orderBy('t.position')
    .execute()
  for (const [, tiers] of Map.groupBy(rows, row => row.id)) {
    const [first] = tiers
    if (!first) continue
    const meter = {
      key: first.key as PlanMeter['key'],
      aggregate: first.aggregate as PlanMeter['aggregate'],
      tiers: tiers.map(({ up_to, unit_amount, flat_amount }): Tier => {
        return { up_to, unit_amount, flat_amount }
      }),
    }
    byPlan.set(first.plan_id, [...(byPlan.get(first.plan_id) ?? []), meter])
  }
  return byPlan
}

async function withMeters<R extends PlanRow>(
  db: Db,
  rows: readonly R[],
): Promise<(R & Pick<Plan, 'meters'>)[]> {
  const metered = rows.filter(({ type }) => type === 'metered').map(({ id }) => id)
  const meters = await findMeters(db, metered)
  return rows.map(row => ({ ...row, meters: meters.get(row.id) ?? [] }))
}

export async function findPlan(db: Db, id: string): Promise<Plan | undefined> {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await withMeters(db, [row]))[0]
}

/** Locks a plan until the transaction ends, also against new subscriptions and checkouts. */
export async function lockPlan(tx: Db, id: string): Promise<Plan | undefined> {
  const row = await tx
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .$if(hasRowLocks(tx), query => query.forUpdate())
    .executeTakeFirst()
  return row && (await withMeters(tx, [row]))[0]
}

export const findActiveMetered = (db: Db): Promise<PlanRow | undefined> =>
  db
    .selectFrom('plans')
    .selectAll()
    .where('type', '=', 'metered')
    .where('status', '=', 'active')
    .executeTakeFirst()

export async function insertPlan(
  tx: Db,
  { meters, ...row }: Plan,
  newId: () => string,
): Promise<void> {
  await tx.insertInto('plans').values(row).execute()
  if (meters.length === 0) return
  const meterRows = meters.map(({ key, aggregate }, position) => {
    return { id: newId(), plan_id: row.id, key, aggregate, position }
  })
  await tx.insertInto('plan_meters').values(meterRows).execute()
  const tierRows = meters.flatMap(({ tiers }, index) =>
    tiers.map((tier, position) => ({ meter_id: meterRows[index]?.id ?? '', position, ...tier })),
  )
  await tx.insertInto('plan_tiers').values(tierRows).execute()
}

type PlanChange = Partial<
  Pick<PlanRow, 'name' | 'description' | 'is_visible' | 'storage_bytes' | 'max_team_members'>
> & { status?: PlanRow['status'] }

export const updatePlan = async (
  tx: Db,
  id: string,
  change: PlanChange,
  now: number,
): Promise<void> => {
  await tx
    .updateTable('plans')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes a plan that was never used; the plan that replaced it keeps the link to its predecessor. */
export async function deletePlan(tx: Db, { id, replaces_id }: PlanRow): Promise<void> {
  await tx.updateTable('plans').set({ replaces_id }).where('replaces_id', '=', id).execute()
  await tx.deleteFrom('plans').where('id', '=', id).execute()
}

/** Whether a user ever subscribed or changed to a plan, or started to. */
const isUsed = (planId: ReturnType<typeof sql.ref>) =>
  sql<number>`case when exists (select 1 from subscriptions where plan_id = ${planId})
    or exists (select 1 from subscriptions where swap_plan_id = ${planId})
    or exists (select 1 from checkouts where plan_id = ${planId}) then 1 else 0 end`

export async function isPlanUsed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('plans as p')
    .select(isUsed(sql.ref('p.id')).as('used'))
    .where('p.id', '=', id)
    .executeTakeFirst()
  return Number(row?.used) === 1
}

export const hasOpenCheckouts = async (db: Db, planId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('checkouts')
    .select('id')
    .where('plan_id', '=', planId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the columns differ between the callers.
type Plans = SelectQueryBuilder<any, any, any>
type Filter = Pick<PlanQuery, 'query' | 'type' | 'status' | 'interval' | 'visible'>

function matching(db: Db, { query, type, status, interval, visible }: Filter) {
  let plans = db.selectFrom('plans as p')
  if (type) plans = plans.where('p.type', '=', type)
  if (status) plans = plans.where('p.status', '=', status)
  if (interval) plans = plans.where('p.interval', '=', interval)
  if (visible) plans = plans.where('p.is_visible', '=', visible === 'yes' ? 1 : 0)
  if (query) plans = plans.where(containsText(db, ['p.name'], query))
  return plans
}

/** Above every stored limit, so that no limit sorts as the highest. */
const HIGHEST = Number.MAX_SAFE_INTEGER

const ORDERS = {
  name: sql`lower(p.name)`,
  amount: sql`coalesce(p.amount, 0)`,
  interval: sql`p.interval`,
  storage: sql`coalesce(p.storage_bytes, ${sql.lit(HIGHEST)})`,
  members: sql`coalesce(p.max_team_members, ${sql.lit(HIGHEST)})`,
  subscribers: sql`(select count(*) from subscriptions s
    where s.plan_id = p.id and s.status in ('active', 'cancelled'))`,
  status: sql`p.status`,
  created_at: sql`p.created_at`,
} as const

export type ListedPlan = Plan & { is_used: boolean }

/** Reads a page of plans, active ones first. There are few, so they are counted exactly. */
export async function listPlans(
  db: Db,
  { sort, direction, page, per_page, ...filter }: PlanQuery,
): Promise<{ plans: ListedPlan[]; total: number; all: number }> {
  const { offset, limit } = rowsOf({ page, per_page })
  const listed = await matching(db, filter)
    .selectAll('p')
    .select(isUsed(sql.ref('p.id')).as('is_used'))
    .orderBy('p.status')
    .orderBy(ORDERS[sort], direction)
    .orderBy('p.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const { total, all } = await db
    .selectNoFrom([
      matching(db, filter)
        .select(eb => eb.fn.countAll<number>().as('n'))
        .as('total'),
      db
        .selectFrom('plans')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .as('all'),
    ])
    .executeTakeFirstOrThrow()
  const plans = await withMeters(db, listed)
  return {
    plans: plans.map(plan => ({ ...plan, is_used: Number(plan.is_used) === 1 })),
    total: Number(total),
    all: Number(all),
  }
}

/** Live subscriptions of a plan. */
export interface Subscribed {
  planId: string
  currency: string
  interval: PlanRow['interval']
  subscribers: number
  /** Sum that active ones pay per interval; cancelled ones will not pay again. */
  amount: number
}

async function sumSubscriptions(db: Db, plans: Plans): Promise<Subscribed[]> {
  const rows = await db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['p.id as planId', 'p.currency', 'p.interval'])
    .select(eb => eb.fn.countAll<number>().as('subscribers'))
    .select(
      sql<number>`sum(case when s.status = 'active' then coalesce(s.amount, 0) else 0 end)`.as(
        'amount',
      ),
    )
    .where('s.status', 'in', LIVE_STATUSES)
    .where('s.plan_id', 'in', plans.select('p.id') as never)
    .groupBy(['p.id', 'p.currency', 'p.interval'])
    .execute()
  return rows.map(({ subscribers, amount, ...row }) => ({
    ...row,
    subscribers: Number(subscribers),
    amount: Number(amount),
  }))
}

/** Counts and sums the live subscriptions of all matching plans. */
export const subscribedTo = (db: Db, filter: Filter): Promise<Subscribed[]> =>
  sumSubscriptions(db, matching(db, filter))

export const subscribedToPlan = (db: Db, id: string): Promise<Subscribed[]> =>
  sumSubscriptions(db, db.selectFrom('plans as p').where('p.id', '=', id))

/** Fixed plans of every status. */
export const findFixedPlans = (db: Db): Promise<PlanRow[]> =>
  db.selectFrom('plans').selectAll().where('type', '=', 'fixed').orderBy('id').execute()

/** Visible, active plans of a type, cheapest first. */
export async function findOffered(db: Db, type: PlanRow['type']): Promise<Plan[]> {
  const rows = await db
    .selectFrom('plans')
    .selectAll()
    .where('type', '=', type)
    .where('status', '=', 'active')
    .where('is_visible', '=', 1)
    .orderBy('amount')
    .orderBy('id')
    .execute()
  return withMeters(db, rows)
}

export const findCopies = (db: Db, planIds: readonly string[]): Promise<PlanGatewayRow[]> =>
  planIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('plan_gateways')
        .selectAll()
        .where('plan_id', 'in', planIds)
        .orderBy('plan_id')
        .orderBy('gateway')
        .orderBy('is_live')
        .execute()

export const findAllCopies = (db: Db): Promise<PlanGatewayRow[]> =>
  db.selectFrom('plan_gateways').selectAll().execute()

/**
 * Stores the state of a copy.
 * @returns false when the plan was deleted meanwhile
 */
export async function storeCopy(tx: Db, row: PlanGatewayRow): Promise<boolean> {
  const plan = await tx
    .selectFrom('plans')
    .select('id')
    .where('id', '=', row.plan_id)
    .$if(hasRowLocks(tx), query => query.forKeyShare())
    .executeTakeFirst()
  if (!plan) return false
  const { plan_id: _, gateway: _gateway, is_live: _live, ...changes } = row
  await tx
    .insertInto('plan_gateways')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['plan_id', 'gateway', 'is_live']).doUpdateSet(changes),
    )
    .execute()
  return true
}
