import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import type { StatementLine } from '../shared/bank-statement.ts'
import type { Fields } from '../shared/description.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { createdRefund, fetchedRefund, listedRefunds, refundEventData } from './answers.ts'
import { refuse } from './errors.ts'
import { emit, type PaystackState, type Refund, type Transaction, timeNow } from './state.ts'
import { isCreatedWithin, needTransaction } from './transactions.ts'

export function refundRoutes(state: PaystackState): Record<string, Handler> {
  return {
    'POST /refund': ({ body }) => refund(state, body),
    'GET /refund': ({ query }) => list(state, query),
    'GET /refund/{id}': ({ params }) => fetchedRefund(needRefund(state, Number(params.id))),
  }
}

function list(state: PaystackState, query: Fields) {
  const matching = [...state.refunds.values()].filter(one => isCreatedWithin(one, query))
  const perPage = Number(query.perPage ?? 50)
  const page = Number(query.page ?? 1)
  const shown = matching.reverse().slice((page - 1) * perPage, page * perPage)
  return listedRefunds(shown, { total: matching.length, perPage, page })
}

function needRefund(state: PaystackState, id: number): Refund {
  const known = state.refunds.get(id)
  if (known) return known
  throw refuse(404, 'Refund not found')
}

function refund(state: PaystackState, body: Fields) {
  const transaction = needTransaction(state, String(body.transaction))
  if (transaction.status !== 'success') throw refuse(400, 'Transaction has not been paid')
  const left = transaction.amount - refundedOf(state, transaction)
  const amount = Number(body.amount ?? left)
  if (left === 0) throw refuse(400, 'Transaction has been fully reversed')
  if (amount <= 0 || amount > left) {
    throw refuse(400, 'Refund amount cannot be more than the transaction amount')
  }
  const made: Refund = {
    id: state.newNumber(),
    status: 'pending',
    amount,
    transaction,
    createdAt: timeNow(state),
    merchantNote: String(body.merchant_note ?? ''),
    customerNote: String(body.customer_note ?? ''),
    dispute: null,
  }
  state.refunds.set(made.id, made)
  emit(state, 'refund.pending', refundEventData(made))
  advanceLater(state, made, 'processing', HOUR_MS)
  advanceLater(state, made, 'processed', DAY_MS)
  return createdRefund(made)
}

function refundedOf(state: PaystackState, transaction: Transaction): number {
  return [...state.refunds.values()]
    .filter(one => one.transaction === transaction && one.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
}

function advanceLater(state: PaystackState, made: Refund, status: Refund['status'], ms: number) {
  state.core.clock.at(state.core.clock.now() + ms, () => {
    if (made.status === 'pending' || made.status === 'processing') setStatus(state, made, status)
  })
}

function setStatus(state: PaystackState, made: Refund, status: Refund['status']): void {
  made.status = status
  const { transaction } = made
  if (status === 'processed' && refundedOf(state, transaction) === transaction.amount) {
    transaction.status = 'reversed'
  }
  emit(state, `refund.${status}`, refundEventData(made))
}

export function failRefund(state: PaystackState, id: number): void {
  setStatus(state, needRefund(state, id), 'failed')
}

/** Stops a refund that can't be paid to the card, until the merchant names a bank account. */
export function stallRefund(state: PaystackState, id: number): void {
  setStatus(state, needRefund(state, id), 'needs-attention')
}

/** Continues a refund that needs attention, as the merchant's call with a bank account does. */
export function retryRefund(state: PaystackState, id: number): void {
  const made = needRefund(state, id)
  if (made.status !== 'needs-attention') throw refuse(422, 'Invalid Refund state')
  setStatus(state, made, 'processing')
  advanceLater(state, made, 'processed', DAY_MS)
}

const STATES: Partial<Record<Transaction['status'], StatementLine['state']>> = {
  success: 'succeeded',
  reversed: 'succeeded',
  pending: 'pending',
  failed: 'failed',
}

const REFUND_STATES: Record<Refund['status'], StatementLine['state']> = {
  pending: 'pending',
  processing: 'pending',
  'needs-attention': 'pending',
  processed: 'succeeded',
  failed: 'failed',
}

export function statement(state: PaystackState): StatementLine[] {
  const payments = [...state.transactions.values()].flatMap((one): StatementLine[] => {
    const lineState = STATES[one.status]
    const { reference: id, amount, currency, createdAt } = one
    const at = Date.parse(createdAt)
    return lineState ? [{ id, kind: 'payment', amount, currency, state: lineState, at }] : []
  })
  // A lost dispute is no refund of the merchant.
  const merchants = [...state.refunds.values()].filter(({ dispute }) => dispute === null)
  const refunds = merchants.map(
    (one): StatementLine => ({
      id: String(one.id),
      kind: 'refund',
      amount: one.amount,
      currency: one.transaction.currency,
      state: REFUND_STATES[one.status],
      at: Date.parse(one.createdAt),
      paymentId: one.transaction.reference,
    }),
  )
  return [...payments, ...refunds]
}
