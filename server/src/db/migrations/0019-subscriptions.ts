import { type Kysely, sql } from 'kysely'
import { cascading, counter, createIndex, primaryKey, required } from './columns.ts'

/** Who pays how, subscriptions with their periods, and the usage of metered ones. */
export async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await createCustomers(db)
  await createCheckouts(db)
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('plan_id', 'text', c => c.notNull().references('plans.id'))
    .addColumn('type', 'text', c => c.notNull().check(sql`type in ('fixed', 'metered')`))
    .addColumn('gateway', 'text', required)
    .addColumn('is_live', 'integer', required)
    .addColumn('external_id', 'text')
    .addColumn('status', 'text', c =>
      c.notNull().check(sql`status in ('inactive', 'active', 'cancelled', 'completed')`),
    )
    .addColumn('payment_state', 'text', c =>
      c.notNull().check(sql`payment_state in ('ok', 'past_due', 'action_required')`),
    )
    .addColumn('gateway_status', 'text')
    .addColumn('action_url', 'text')
    .addColumn('payment_method_id', 'text')
    .addColumn('plan_snapshot', 'text', required)
    .addColumn('amount', 'bigint')
    .addColumn('currency', 'text', required)
    .addColumn('anchor_at', 'bigint', required)
    .addColumn('period_starts_at', 'bigint', required)
    .addColumn('period_ends_at', 'bigint', required)
    .addColumn('renews_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('cancelled_at', 'bigint')
    .addColumn('ended_reason', 'text')
    .addColumn('pending_swap', 'text')
    .addColumn('sync_ticket', 'integer', counter)
    .addColumn('applied_ticket', 'integer', counter)
    .addColumn('synced_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await createIndex(db, 'subscriptions_live_once', 'subscriptions', ['user_id'], {
    unique: true,
    where: sql`status in ('active', 'cancelled')`,
  })
  await createIndex(db, 'subscriptions_by_user', 'subscriptions', ['user_id', 'created_at'])
  const ofPlan = ['plan_id', 'status', 'amount']
  await createIndex(db, 'subscriptions_by_plan', 'subscriptions', ofPlan)
  const subscribers = ['plan_id', 'created_at', 'id']
  await createIndex(db, 'subscriptions_of_plan', 'subscriptions', subscribers)
  await createIndex(db, 'subscriptions_by_time', 'subscriptions', ['created_at', 'id'])
  await createIndex(db, 'subscriptions_by_renewal', 'subscriptions', ['renews_at'], {
    where: sql`renews_at is not null`,
  })
  await createIndex(db, 'subscriptions_swapping', 'subscriptions', ['updated_at'], {
    where: sql`pending_swap is not null`,
  })
  await createIndex(db, 'subscriptions_by_end', 'subscriptions', ['ends_at'], {
    where: sql`status = 'cancelled'`,
  })
  await createIndex(db, 'subscriptions_external', 'subscriptions', ['gateway', 'external_id'], {
    unique: true,
    where: sql`external_id is not null`,
  })
  await createPeriods(db)
}

async function createCustomers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('billing_profiles')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', required)
    .addColumn('company', 'text')
    .addColumn('address', 'text', required)
    .addColumn('city', 'text', required)
    .addColumn('postal_code', 'text', required)
    .addColumn('state', 'text')
    .addColumn('country', 'text', required)
    .addColumn('phone', 'text')
    .addColumn('tax_id', 'text')
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('gateway_customers')
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('gateway', 'text', required)
    .addColumn('is_live', 'integer', required)
    .addColumn('external_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('gateway_customers_once', ['user_id', 'gateway', 'is_live'])
    .execute()
  const external = ['gateway', 'is_live', 'external_id']
  await createIndex(db, 'gateway_customers_external', 'gateway_customers', external, {
    unique: true,
  })
  await db.schema
    .createTable('payment_methods')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('gateway', 'text', required)
    .addColumn('is_live', 'integer', required)
    .addColumn('external_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('brand', 'text')
    .addColumn('last4', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('is_default', 'integer', required)
    .addColumn('needs_attention', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute()
  await createIndex(db, 'payment_methods_external', 'payment_methods', ['gateway', 'external_id'], {
    unique: true,
  })
  await createIndex(db, 'payment_methods_by_user', 'payment_methods', ['user_id'])
}

async function createCheckouts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkouts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('purpose', 'text', c =>
      c.notNull().check(sql`purpose in ('subscribe', 'swap', 'fund', 'setup', 'pay')`),
    )
    .addColumn('plan_id', 'text', c => c.references('plans.id'))
    .addColumn('subscription_id', 'text')
    .addColumn('amount', 'bigint')
    .addColumn('currency', 'text')
    .addColumn('gateway', 'text', required)
    .addColumn('is_live', 'integer', required)
    .addColumn('external_id', 'text')
    .addColumn('url', 'text')
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('open', 'completed', 'expired', 'failed')`),
    )
    .addColumn('reason', 'text')
    .addColumn('sync_ticket', 'integer', counter)
    .addColumn('applied_ticket', 'integer', counter)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute()
  await createIndex(db, 'checkouts_open', 'checkouts', ['created_at'], {
    where: sql`state = 'open'`,
  })
  await createIndex(db, 'checkouts_by_user', 'checkouts', ['user_id', 'created_at'])
  await createIndex(db, 'checkouts_by_plan', 'checkouts', ['plan_id', 'state'])
  await createIndex(db, 'checkouts_external', 'checkouts', ['gateway', 'external_id'], {
    unique: true,
    where: sql`external_id is not null`,
  })
}

async function createPeriods(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('billing_periods')
    .addColumn('id', 'text', primaryKey)
    .addColumn('subscription_id', 'text', cascading('subscriptions.id'))
    .addColumn('position', 'integer', required)
    .addColumn('starts_at', 'bigint', required)
    .addColumn('ends_at', 'bigint', required)
    .addColumn('state', 'text', c => c.notNull().check(sql`state in ('open', 'settled')`))
    .addColumn('plan_snapshot', 'text', required)
    .addColumn('invoice_id', 'text')
    .addColumn('settled_at', 'bigint')
    .execute()
  await createIndex(
    db,
    'billing_periods_once',
    'billing_periods',
    ['subscription_id', 'starts_at'],
    {
      unique: true,
    },
  )
  await createIndex(db, 'billing_periods_due', 'billing_periods', ['ends_at'], {
    where: sql`state = 'open'`,
  })
  await db.schema
    .createTable('usage_days')
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('meter', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('quantity', 'bigint', counter)
    .addColumn('peak', 'bigint', counter)
    .addColumn('last', 'bigint', counter)
    .addColumn('hours', 'integer', counter)
    .addColumn('last_hour', 'bigint', counter)
    .addPrimaryKeyConstraint('usage_days_once', ['user_id', 'meter', 'day'])
    .execute()
  await createIndex(db, 'usage_days_by_day', 'usage_days', ['day', 'meter'])
  await db.schema
    .createTable('dunnings')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('reason', 'text', c =>
      c
        .notNull()
        .check(
          sql`reason in ('unpaid_invoice', 'usage_bigger_than_balance', 'limit_usage_in_new_accounts')`,
        ),
    )
    .addColumn('step', 'integer', required)
    .addColumn('step_sent_at', 'bigint')
    .addColumn('started_at', 'bigint', required)
    .addColumn('resolved_at', 'bigint')
    .execute()
  await createIndex(db, 'dunnings_once', 'dunnings', ['user_id', 'reason'], {
    unique: true,
    where: sql`resolved_at is null`,
  })
  await db.schema
    .createTable('billing_alerts')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('alert_amount', 'bigint')
    .addColumn('cap_amount', 'bigint')
    .addColumn('currency', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('billing_alert_firings')
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('period_id', 'text', cascading('billing_periods.id'))
    .addColumn('kind', 'text', required)
    .addColumn('fired_at', 'bigint', required)
    .addPrimaryKeyConstraint('billing_alert_firings_once', ['user_id', 'period_id', 'kind'])
    .execute()
}
