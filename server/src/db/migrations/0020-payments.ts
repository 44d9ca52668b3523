import { type Kysely, sql } from 'kysely'
import { counter, createIndex, primaryKey, required } from './columns.ts'

/** The ledger, invoices, payments, and the events of gateways. They outlive the account. */
export async function createPayments(db: Kysely<unknown>): Promise<void> {
  await createLedger(db)
  await createInvoices(db)
  await createPaymentTables(db)
  await createTransactions(db)
  await createEvents(db)
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_accounts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('currency', 'text', required)
    .execute()
  const once = ['owner', 'kind', 'currency']
  await createIndex(db, 'ledger_accounts_once', 'ledger_accounts', once, { unique: true })
  await db.schema
    .createTable('ledger_transactions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('key', 'text', c => c.notNull().unique())
    .addColumn('currency', 'text', required)
    .addColumn('at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('ledger_entries')
    .addColumn('transaction_id', 'text', c => c.notNull().references('ledger_transactions.id'))
    .addColumn('account_id', 'text', c => c.notNull().references('ledger_accounts.id'))
    .addColumn('amount', 'bigint', c => c.notNull().check(sql`amount <> 0`))
    .addPrimaryKeyConstraint('ledger_entries_once', ['transaction_id', 'account_id'])
    .execute()
  await createIndex(db, 'ledger_entries_by_account', 'ledger_entries', ['account_id', 'amount'])
}

async function createInvoices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invoice_series')
    .addColumn('series', 'text', required)
    .addColumn('year', 'integer', required)
    .addColumn('next', 'integer', required)
    .addPrimaryKeyConstraint('invoice_series_once', ['series', 'year'])
    .execute()
  await db.schema
    .createTable('invoices')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', c => c.notNull().check(sql`kind in ('invoice', 'credit_note')`))
    .addColumn('series', 'text', required)
    .addColumn('year', 'integer', required)
    .addColumn('number', 'integer', required)
    .addColumn('label', 'text', c => c.notNull().unique())
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('open', 'paid', 'void', 'uncollectible')`),
    )
    .addColumn('user_id', 'text')
    .addColumn('subscription_id', 'text')
    .addColumn('period_id', 'text')
    .addColumn('gateway', 'text', required)
    .addColumn('external_id', 'text')
    .addColumn('corrects_id', 'text', c => c.references('invoices.id'))
    .addColumn('currency', 'text', required)
    .addColumn('subtotal', 'bigint', required)
    .addColumn('tax', 'bigint', required)
    .addColumn('total', 'bigint', required)
    .addColumn('paid', 'bigint', counter)
    .addColumn('credited', 'bigint', counter)
    .addColumn('buyer_name', 'text', required)
    .addColumn('buyer_email', 'text', required)
    .addColumn('snapshot', 'text', required)
    .addColumn('pdf_hash', 'text')
    .addColumn('issued_at', 'bigint', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('paid_at', 'bigint')
    .execute()
  await createIndex(db, 'invoices_number', 'invoices', ['series', 'year', 'number'], {
    unique: true,
  })
  await createIndex(db, 'invoices_period', 'invoices', ['period_id'], {
    unique: true,
    where: sql`period_id is not null and kind = 'invoice'`,
  })
  await createIndex(db, 'invoices_external', 'invoices', ['gateway', 'external_id'], {
    unique: true,
    where: sql`external_id is not null`,
  })
  await createIndex(db, 'invoices_by_user', 'invoices', ['user_id', 'issued_at'])
  await createIndex(db, 'invoices_by_time', 'invoices', ['issued_at', 'id'])
  await createIndex(db, 'invoices_open', 'invoices', ['user_id', 'issued_at'], {
    where: sql`state = 'open'`,
  })
  await createIndex(db, 'invoices_corrections', 'invoices', ['corrects_id'], {
    where: sql`corrects_id is not null`,
  })
}

async function createPaymentTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text')
    .addColumn('invoice_id', 'text', c => c.references('invoices.id'))
    .addColumn('checkout_id', 'text')
    .addColumn('purpose', 'text', c =>
      c.notNull().check(sql`purpose in ('subscription', 'invoice', 'fund')`),
    )
    .addColumn('gateway', 'text', required)
    .addColumn('is_live', 'integer', required)
    .addColumn('key', 'text', c => c.notNull().unique())
    .addColumn('attempt', 'integer', required)
    .addColumn('external_id', 'text')
    .addColumn('payment_method_id', 'text')
    .addColumn('amount', 'bigint', c => c.notNull().check(sql`amount > 0`))
    .addColumn('refunded', 'bigint', counter)
    .addColumn('currency', 'text', required)
    .addColumn('state', 'text', c =>
      c
        .notNull()
        .check(
          sql`state in ('created', 'processing', 'action_required', 'succeeded', 'failed', 'cancelled')`,
        ),
    )
    .addColumn('is_hard_decline', 'integer', counter)
    .addColumn('reason', 'text')
    .addColumn('action_url', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await createIndex(db, 'payments_external', 'payments', ['gateway', 'external_id'], {
    unique: true,
    where: sql`external_id is not null`,
  })
  const inFlight = sql`state in ('created', 'processing', 'action_required')`
  await createIndex(db, 'payments_in_flight_once', 'payments', ['invoice_id'], {
    unique: true,
    where: sql`invoice_id is not null and ${inFlight}`,
  })
  await createIndex(db, 'payments_in_flight', 'payments', ['updated_at'], { where: inFlight })
  await createIndex(db, 'payments_by_time', 'payments', ['created_at'])
  await createIndex(db, 'payments_by_user', 'payments', ['user_id', 'created_at'])
  for (const [table, states] of [
    ['refunds', sql`state in ('created', 'processing', 'succeeded', 'failed')`],
    ['disputes', sql`state in ('open', 'won', 'lost')`],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('id', 'text', primaryKey)
      .addColumn('payment_id', 'text', c => c.notNull().references('payments.id'))
      .addColumn('gateway', 'text', required)
      .addColumn('key', 'text', c => c.notNull().unique())
      .addColumn('external_id', 'text')
      .addColumn('amount', 'bigint', c => c.notNull().check(sql`amount > 0`))
      .addColumn('currency', 'text', required)
      .addColumn('state', 'text', c => c.notNull().check(states))
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required)
      .execute()
    await createIndex(db, `${table}_by_payment`, table, ['payment_id'])
    await createIndex(db, `${table}_external`, table, ['gateway', 'external_id'], {
      unique: true,
      where: sql`external_id is not null`,
    })
  }
}

async function createTransactions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transactions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('key', 'text', c => c.notNull().unique())
    .addColumn('user_id', 'text')
    .addColumn('type', 'text', c =>
      c.notNull().check(sql`type in ('charge', 'credit', 'withdrawal')`),
    )
    .addColumn('status', 'text', c =>
      c.notNull().check(sql`status in ('completed', 'cancelled', 'error')`),
    )
    .addColumn('note', 'text', required)
    .addColumn('driver', 'text', required)
    .addColumn('reference', 'text')
    .addColumn('amount', 'bigint', required)
    .addColumn('currency', 'text', required)
    .addColumn('invoice_id', 'text', c => c.references('invoices.id'))
    .addColumn('metadata', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await createIndex(db, 'transactions_by_time', 'transactions', ['created_at', 'id'])
  await createIndex(db, 'transactions_by_user', 'transactions', ['user_id', 'created_at'])
  await createIndex(db, 'transactions_by_status', 'transactions', ['status', 'created_at'])
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gateway_events')
    .addColumn('id', 'text', primaryKey)
    .addColumn('gateway', 'text', required)
    .addColumn('external_id', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('subject', 'text')
    .addColumn('body', 'text')
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('received', 'applied', 'ignored', 'failed')`),
    )
    .addColumn('error', 'text')
    .addColumn('received_at', 'bigint', required)
    .addColumn('applied_at', 'bigint')
    .execute()
  const once = ['gateway', 'external_id']
  await createIndex(db, 'gateway_events_once', 'gateway_events', once, { unique: true })
  await createIndex(db, 'gateway_events_by_time', 'gateway_events', ['gateway', 'received_at'])
  await createIndex(db, 'gateway_events_by_subject', 'gateway_events', ['subject', 'state'])
  await db.schema
    .createTable('gateway_webhooks')
    .addColumn('gateway', 'text', primaryKey)
    .addColumn('external_id', 'text')
    .addColumn('url', 'text')
    .addColumn('rejected', 'integer', counter)
    .addColumn('rejected_at', 'bigint')
    .addColumn('rejection', 'text')
    .execute()
  await db.schema
    .createTable('billing_differences')
    .addColumn('id', 'text', primaryKey)
    .addColumn('gateway', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('payment_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('ours', 'text')
    .addColumn('theirs', 'text')
    .addColumn('found_at', 'bigint', required)
    .addColumn('resolved_at', 'bigint')
    .addColumn('resolution', 'text')
    .execute()
  await createIndex(
    db,
    'billing_differences_once',
    'billing_differences',
    ['gateway', 'kind', 'subject'],
    {
      unique: true,
      where: sql`resolved_at is null`,
    },
  )
}
