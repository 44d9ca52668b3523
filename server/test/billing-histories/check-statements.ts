import { sql } from 'kysely'
import type { Database } from '../../src/db/open.ts'
import type { StatementLine } from '../gateways/shared/bank-statement.ts'
import type { Evidence } from './evidence.ts'

/** The gateway's own list of payments and refunds equals ours. */
export async function checkStatements({ db, statements, figures }: Evidence): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'succeeded')
    .where('gateway', '<>', 'system')
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'succeeded')
    .execute()
  figures.payments += payments.length
  figures.refunds += refunds.length
  const ours = [
    ...payments.map(row => statementLine('payment', row)),
    ...refunds.map(row => statementLine('refund', row)),
  ]
  const moved = Object.entries(statements).flatMap(([gateway, lines]) =>
    lines.filter(({ state }) => state === 'succeeded').map(line => ({ gateway, ...line })),
  )
  const theirs = moved.map(({ id, ...line }) =>
    statementLine(line.kind, { external_id: id, ...line }),
  )
  const missing = without(theirs, ours)
  const extra = without(ours, theirs)
  figures.differences += missing.length + extra.length
  return [
    ...missing.map(line => `missing here: ${line}, ${datesOf(moved, moved[theirs.indexOf(line)])}`),
    ...extra.map(line => `missing at the gateway: ${line}`),
  ]
}

const dayOf = (at: number | undefined) => new Date(at ?? 0).toISOString().slice(0, 10)

/** The lost disputes and reversals of a payment sum to the money that PayPal took from it. */
export async function checkReversals({ db, reversed, figures }: Evidence): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'external_id'])
    .where('gateway', '=', 'paypal')
    .where('state', '=', 'succeeded')
    .execute()
  const lost = await lostDisputes(db)
  const wrong = payments
    .map(({ id, external_id: externalId }) => ({
      externalId,
      ours: lost.get(id) ?? 0,
      theirs: reversed(externalId ?? ''),
    }))
    .filter(({ ours, theirs }) => ours !== theirs)
  figures.differences += wrong.length
  return wrong.map(
    ({ externalId, ours, theirs }) =>
      `PayPal took ${theirs} of the payment ${externalId}, and ${ours} is recorded`,
  )
}

/** When money moved that is missing here, and the payment that it refunds. */
function datesOf(lines: readonly StatementLine[], line: StatementLine | undefined): string {
  const payment = lines.find(({ kind, id }) => kind === 'payment' && id === line?.paymentId)
  const of = payment ? ` of a payment on ${dayOf(payment.at)}` : ''
  return `on ${dayOf(line?.at)}${of}`
}

const statementLine = (
  kind: string,
  row: { gateway: string; external_id: string | null; amount: number; currency: string },
) => `${row.gateway} ${kind} ${row.external_id} ${row.amount} ${row.currency}`

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = Map.groupBy(others, line => line)
  return lines.filter(line => left.get(line)?.pop() === undefined)
}

/** Amounts of lost disputes and reversals, by payment, which the user owes again. */
export async function lostDisputes(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('disputes')
    .select(['payment_id', eb => eb.fn.sum<number | string>('amount').as('amount')])
    .where('state', '=', 'lost')
    .groupBy('payment_id')
    .execute()
  return new Map(rows.map(({ payment_id, amount }) => [payment_id, Number(amount)]))
}

/** Money that a gateway returned to balances, as invoices were paid in another way meanwhile, by payment. */
export async function returnedToBalance(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('ledger_transactions as returned', join =>
      join.on('returned.key', '=', sql<string>`disputes.key || ':returned'`),
    )
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'returned.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(['payment_id', eb => eb.fn.sum<number | string>('ledger_entries.amount').as('amount')])
    .where('kind', '=', 'balance')
    .groupBy('payment_id')
    .execute()
  return new Map(rows.map(({ payment_id, amount }) => [payment_id, -Number(amount)]))
}
