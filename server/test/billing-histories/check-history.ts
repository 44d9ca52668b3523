import { DAY_MS } from '@coffer/contract/durations'
import { smallestCharge } from '@coffer/contract/gateway-currencies'
import { sql } from 'kysely'
import type { Database } from '../../src/db/open.ts'
import type { PaymentRow } from '../../src/db/schema-payments.ts'
import { checkLedger } from '../../src/features/ledger/index.ts'
import { checkInvoices } from './check-invoices.ts'
import {
  checkReversals,
  checkStatements,
  lostDisputes,
  returnedToBalance,
} from './check-statements.ts'
import type { Evidence } from './evidence.ts'
import { CURRENCY } from './people.ts'

/** Returns the problems after a history, once nothing happens any more. */
export async function checkHistory(evidence: Evidence): Promise<string[]> {
  const problems = await Promise.all([
    checkPostings(evidence),
    checkInvoices(evidence),
    checkNumbers(evidence),
    checkStatements(evidence),
    checkReversals(evidence),
    checkPeriods(evidence),
    checkGatewayPeriods(evidence),
    checkLimits(evidence),
    checkRejections(evidence),
    checkDifferences(evidence),
  ])
  return problems.flat()
}

async function checkPostings(evidence: Evidence): Promise<string[]> {
  const { db } = evidence
  const { unbalanced, overdrawn } = await checkLedger(db)
  const sums = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(['currency', eb => eb.fn.sum<number | string>('amount').as('amount')])
    .groupBy('currency')
    .execute()
  return [
    ...unbalanced.map(key => `the posting ${key} does not sum to zero`),
    ...overdrawn.map(({ owner, balance }) => `the balance of ${owner} is ${balance}`),
    ...sums
      .filter(({ amount }) => Number(amount) !== 0)
      .map(({ currency, amount }) => `the ledger sums to ${amount} ${currency}`),
    ...(await checkDebts(evidence)),
  ]
}

/** Users owe what is due on their open invoices, also once money they had spent was refunded. */
async function checkDebts({ db }: Evidence): Promise<string[]> {
  const receivables = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(['owner', eb => eb.fn.sum<number | string>('amount').as('amount')])
    .where('kind', '=', 'receivable')
    .where('owner', 'not like', 'deleted:%')
    .groupBy('owner')
    .execute()
  const open = await db
    .selectFrom('invoices')
    .select(['user_id', 'total', 'paid', 'credited'])
    .where('state', '=', 'open')
    .where('user_id', 'is not', null)
    .execute()
  const due = new Map<string | null, number>()
  for (const { user_id: id, total, paid, credited } of open)
    due.set(id, (due.get(id) ?? 0) + total - paid - credited)
  return receivables
    .filter(({ owner, amount }) => Number(amount) !== (due.get(owner) ?? 0))
    .map(
      ({ owner, amount }) =>
        `${owner} owes ${amount} in the ledger and ${due.get(owner) ?? 0} on open invoices`,
    )
}

async function checkNumbers({ db }: Evidence): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['series', 'year'])
    .select(eb => [eb.fn.max('number').as('last'), eb.fn.count<number | string>('id').as('count')])
    .groupBy(['series', 'year'])
    .execute()
  return rows
    .filter(({ last, count }) => last !== Number(count))
    .map(({ series, year, last, count }) => `${series} ${year}: ${count} numbers up to ${last}`)
}

/** On our own schedule, periods follow each other without gaps, and each is billed once. */
async function checkPeriods({ db, figures, now, calmFrom }: Evidence): Promise<string[]> {
  const periods = await db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .selectAll('billing_periods')
    .select(['subscriptions.type', 'subscriptions.status', 'subscriptions.gateway'])
    .orderBy('billing_periods.starts_at')
    .execute()
  const invoices = await db
    .selectFrom('invoices')
    .select(['period_id', 'label', 'subscription_id', 'issued_at'])
    .where('kind', '=', 'invoice')
    .execute()
  const ofPeriod = invoices.filter(({ period_id }) => period_id !== null)
  const twice = [...Map.groupBy(ofPeriod, ({ period_id }) => period_id).values()].filter(
    group => group.length > 1,
  )
  // A period that begins with a change of plan is billed by the invoice of the change, or from the
  // price of the plan before. It begins at midnight, which may be before the purchase of that day.
  const isBilled = (period: (typeof periods)[number]) =>
    period.invoice_id !== null ||
    (period.position === 0 &&
      periods.some(
        each =>
          each.subscription_id === period.subscription_id &&
          (each.settled_at ?? 0) < (period.settled_at ?? 0),
      ))
  const unbilled = periods.filter(period =>
    period.type === 'fixed'
      ? !isBilled(period)
      : period.state === 'open' && period.status !== 'completed' && period.ends_at + DAY_MS < now,
  )
  figures['charged twice'] += twice.length
  figures['never charged'] += unbilled.length
  figures['metered periods billed amid failures'] += periods.filter(
    ({ type, invoice_id, settled_at }) =>
      type === 'metered' && invoice_id !== null && (settled_at ?? now) < calmFrom,
  ).length
  const gaps = [
    ...Map.groupBy(
      periods.filter(({ type }) => type === 'metered'),
      ({ subscription_id }) => subscription_id,
    ).values(),
  ].flatMap(group =>
    group.filter((each, index) => index > 0 && group[index - 1]?.ends_at !== each.starts_at),
  )
  return [
    ...twice.map(group => `billed twice: ${group.map(({ label }) => label).join(', ')}`),
    ...unbilled.map(each => `never billed: ${JSON.stringify(each)}`),
    ...gaps.map(each => `a gap before ${JSON.stringify(each)}`),
  ]
}

/** Rests of earlier invoices that a gateway collected with another one, by its id there. */
async function collectedRests(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
    .select(['key', 'amount'])
    .where('key', 'like', 'carried_over:%')
    .where('kind', '=', 'balance')
    .execute()
  return new Map(rows.map(({ key, amount }) => [key.split(':')[2] ?? '', amount]))
}

interface InvoicePayment extends Pick<PaymentRow, 'amount' | 'gateway' | 'purpose' | 'user_id'> {
  invoice_id: string
  created_at: number
}

/**
 * A charge also collects earlier debts that are too small to be charged, which are paid from the balance
 * with its excess.
 */
function carriedOver(group: readonly InvoicePayment[], rows: readonly InvoicePayment[]): number {
  const charge = group.find(({ gateway, purpose }) => gateway !== 'system' && purpose === 'invoice')
  if (!charge) return 0
  const least = smallestCharge(charge.gateway, CURRENCY)
  return rows
    .filter(
      row =>
        row.gateway === 'system' &&
        row.user_id === charge.user_id &&
        row.invoice_id !== charge.invoice_id &&
        row.created_at >= charge.created_at &&
        row.amount < least,
    )
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Where the gateway keeps the schedule, its payments pay one invoice each. */
async function checkGatewayPeriods({ db, figures }: Evidence): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select(['payments.id', 'payments.amount', 'payments.refunded', 'invoices.id as invoice_id'])
    .select('invoices.external_id')
    .select(['payments.gateway', 'payments.purpose', 'payments.user_id', 'payments.created_at'])
    .select(['invoices.label', 'invoices.total', 'invoices.paid', 'invoices.credited'])
    .where('payments.state', '=', 'succeeded')
    .execute()
  const lost = await lostDisputes(db)
  const rests = await collectedRests(db)
  const returned = await returnedToBalance(db)
  const kept = ({ id, amount, refunded }: (typeof rows)[number]) =>
    amount - refunded - (lost.get(id) ?? 0) - (returned.get(id) ?? 0)
  const overpaid = [...Map.groupBy(rows, row => row.invoice_id).values()].filter(group => {
    const paid = group.reduce((sum, row) => sum + kept(row), 0)
    const rest = rests.get(group[0]?.external_id ?? '') ?? 0
    return paid > (group[0]?.total ?? 0) + rest + carriedOver(group, rows)
  })
  // The rest of a refunded purchase may have paid debts from the balance, which has another owner once
  // the account is deleted.
  const unpaid = await db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'succeeded')
    .where('invoice_id', 'is', null)
    .where('purpose', '<>', 'fund')
    .where('refunded', '=', 0)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('ledger_transactions as posting')
            .innerJoin('ledger_entries as credit', 'credit.transaction_id', 'posting.id')
            .innerJoin('ledger_accounts as account', 'account.id', 'credit.account_id')
            .innerJoin('ledger_entries as debit', 'debit.account_id', 'account.id')
            .innerJoin('ledger_transactions as spending', 'spending.id', 'debit.transaction_id')
            .select('posting.id')
            .where('posting.key', '=', sql<string>`'payment:' || payments.id`)
            .where('account.kind', '=', 'balance')
            .where('debit.amount', '>', 0)
            .whereRef('spending.at', '>=', 'posting.at'),
        ),
      ),
    )
    .execute()
  figures['charged twice'] += overpaid.length
  return [
    ...overpaid.map(group => `paid twice: ${JSON.stringify(group)}`),
    ...unpaid.map(({ id }) => `the payment ${id} pays nothing`),
  ]
}

/** The storage limit is that of the live plan. */
async function checkLimits({ db, figures, now }: Evidence): Promise<string[]> {
  const live = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', 'in', ['active', 'cancelled'])
    .execute()
  figures.subscriptions += Number(
    (
      await db
        .selectFrom('subscriptions')
        .select(eb => eb.fn.countAll<number | string>().as('count'))
        .where('status', '<>', 'inactive')
        .executeTakeFirstOrThrow()
    ).count,
  )
  const plans = new Map(live.map(row => [row.user_id, row]))
  const quotas = await db.selectFrom('user_quotas').selectAll().execute()
  const defaults = quotas.filter(({ user_id }) => !plans.has(user_id))
  const usual = defaults[0]?.capacity_bytes ?? null
  const wrong = quotas.filter(({ user_id, capacity_bytes }) => {
    const row = plans.get(user_id)
    if (!row || row.type === 'metered') return row === undefined && capacity_bytes !== usual
    return capacity_bytes !== JSON.parse(row.plan_snapshot).storage_bytes
  })
  const overdue = live.filter(
    ({ status, payment_state, ends_at, renews_at }) =>
      (status === 'cancelled' && (ends_at ?? 0) < now - DAY_MS) ||
      // A subscription that can’t be charged is past due until it is paid or ended.
      (status === 'active' && payment_state === 'ok' && (renews_at ?? 0) < now - 3 * DAY_MS),
  )
  const twice = [...Map.groupBy(live, ({ user_id }) => user_id).values()].filter(g => g.length > 1)
  return [
    ...wrong.map(each => `the limit of ${JSON.stringify(each)}`),
    ...overdue.map(
      ({ id, gateway, status, external_id }) =>
        `${gateway} ${id} ${external_id} should not be ${status}`,
    ),
    ...twice.map(group => `${group.length} live subscriptions of ${group[0]?.user_id}`),
  ]
}

/** The gateways sign every event, so none may be rejected. */
async function checkRejections({ db }: Evidence): Promise<string[]> {
  const webhooks = await db
    .selectFrom('gateway_webhooks')
    .selectAll()
    .where('rejected', '>', 0)
    .execute()
  return webhooks.map(
    ({ gateway, rejected, rejection }) =>
      `${rejected} events of ${gateway} were rejected: ${rejection}`,
  )
}

/** The last comparison found payments, refunds and disputes as each gateway lists them. */
async function checkDifferences({ db, figures }: Evidence): Promise<string[]> {
  const open = await db
    .selectFrom('billing_differences')
    .selectAll()
    .where('resolved_at', 'is', null)
    .execute()
  figures.differences += open.length
  return open.map(each => `an open difference: ${JSON.stringify(each)}`)
}
