import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import { sql, type Updateable } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'

export const findSubscription = (db: Db, id: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a subscription, so that two changes of it run one after the other. */
export const lockSubscription = (tx: Db, id: string): Promise<SubscriptionRow | undefined> =>
  tx
    .updateTable('subscriptions')
    .set(eb => ({ sync_ticket: eb.ref('sync_ticket') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const findLive = (db: Db, userId: string): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', LIVE_STATUSES)
    .executeTakeFirst()

/** The live subscriptions of users with the names of their plans. */
export const findRunning = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('plans', 'plans.id', 's.plan_id')
    .select(['s.user_id', 's.plan_id', 's.type', 's.amount', 's.currency', 'plans.name'])
    .where('s.user_id', 'in', userIds)
    .where('s.status', 'in', LIVE_STATUSES)
    .execute()

/** The plans of users who have a live fixed subscription. */
export const findLiveFixed = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('subscriptions')
    .select(['user_id', 'plan_snapshot'])
    .where('user_id', 'in', userIds)
    .where('status', 'in', LIVE_STATUSES)
    .where('type', '=', 'fixed')
    .execute()

/** The users of live subscriptions whose periods are paid in advance. */
export const usersWithPaid = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('status', 'in', LIVE_STATUSES)
    .where('type', '=', 'fixed')
    .where('amount', '>', 0)

export const hasPaid = async (db: Db, userId: string): Promise<boolean> =>
  (await usersWithPaid(db).where('user_id', '=', userId).executeTakeFirst()) !== undefined

/** The live subscription, or the newest one that ever began. */
export const findShown = (db: Db, userId: string): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where(eb =>
      eb.or([
        eb('status', 'in', LIVE_STATUSES),
        eb.and([
          eb('status', '=', 'completed'),
          eb('ended_reason', 'not in', ['abandoned', 'declined', 'duplicate', 'paid_late']),
        ]),
      ]),
    )
    .orderBy(sql`case when status = 'completed' then 1 else 0 end`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findByExternalId = (
  db: Db,
  gateway: SubscriptionRow['gateway'],
  externalId: string,
): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

export async function insertSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  await db.insertInto('subscriptions').values(row).execute()
}

export async function updateSubscription(
  db: Db,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
  change: Updateable<Schema['subscriptions']>,
): Promise<void> {
  await db.updateTable('subscriptions').set(change).where('id', '=', id).execute()
  recordChange(db, 'account', [user_id])
}

export async function insertCheckout(db: Db, row: CheckoutRow): Promise<void> {
  await db.insertInto('checkouts').values(row).execute()
}

export async function updateCheckout(
  db: Db,
  id: string,
  change: Updateable<Schema['checkouts']>,
): Promise<void> {
  await db.updateTable('checkouts').set(change).where('id', '=', id).execute()
}

export const findCheckout = (db: Db, id: string): Promise<CheckoutRow | undefined> =>
  db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a checkout, so that two syncs of it are applied one after the other. */
export const lockCheckout = (tx: Db, id: string): Promise<CheckoutRow | undefined> =>
  tx
    .updateTable('checkouts')
    .set(eb => ({ sync_ticket: eb.ref('sync_ticket') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const findCheckoutByExternalId = (
  db: Db,
  gateway: CheckoutRow['gateway'],
  externalId: string,
): Promise<CheckoutRow | undefined> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

/** The checkout in which a subscription was bought. */
export const findCheckoutOf = (db: Db, subscriptionId: string): Promise<CheckoutRow | undefined> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('purpose', 'in', ['subscribe', 'swap'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Subscriptions of a user that have not ended, also those that never began. */
export const listUnended = (db: Db, userId: string): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '!=', 'completed')
    .execute()

/** The subscriptions of a user that should not have started. */
export async function listNeverStarted(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_reason', 'in', ['duplicate', 'paid_late'])
    .execute()
  return rows.map(({ id }) => id)
}

/** Checkouts that are open, and those since a time that ended unpaid. */
export const findUnpaidCheckouts = (
  db: Db,
  userId: string,
  since: number,
): Promise<CheckoutRow[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '!=', 'completed')
    .where(eb => eb.or([eb('state', '=', 'open'), eb('created_at', '>=', since)]))
    .execute()

/** Checkouts of plans that are still open; a new purchase expires them. */
export const findOpenPurchases = (db: Db, userId: string): Promise<CheckoutRow[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .where('purpose', 'in', ['subscribe', 'swap'])
    .execute()

/**
 * Takes the next ticket of a subject. A sync with a higher ticket started to read later.
 * @returns undefined if the row was deleted with its account
 */
export async function takeTicket(
  tx: Db,
  table: 'subscriptions' | 'checkouts',
  id: string,
): Promise<number | undefined> {
  const row = await tx
    .updateTable(table)
    .set(eb => ({ sync_ticket: eb('sync_ticket', '+', 1) }))
    .where('id', '=', id)
    .returning('sync_ticket')
    .executeTakeFirst()
  return row?.sync_ticket
}

/** Whether a row was made with live keys; undefined if it was deleted with its account. */
export async function findMode(
  db: Db,
  { kind, id }: { kind: 'subscription' | 'checkout' | 'payment'; id: string },
): Promise<boolean | undefined> {
  const row = await db
    .selectFrom(`${kind}s` as const)
    .select('is_live')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && row.is_live === 1
}

export const findUser = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'user_settings.language'])
    .where('users.id', '=', userId)
    .executeTakeFirst()

export const findQuota = (db: Db, userId: string) =>
  db
    .selectFrom('user_quotas')
    .select(['used_bytes', 'capacity_bytes'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

/** The ids of administrators, and of those who are invited as such; none of them is billed for use. */
export const administrators = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .union(db.selectFrom('user_invitations').select('user_id as id').where('role', '=', 'admin'))

const demoAccounts = (db: Db) => db.selectFrom('demo_accounts').select('user_id as id')

/** The ids of users who are never billed: administrators, and the accounts of the demo. */
export const unbilledUsers = (db: Db) => administrators(db).union(demoAccounts(db))

export async function isDemo(db: Db, userId: string): Promise<boolean> {
  const query = demoAccounts(db).where('user_id', '=', userId)
  return (await query.executeTakeFirst()) !== undefined
}

export async function isUnbilledAdministrator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom(administrators(db).as('administrator'))
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
