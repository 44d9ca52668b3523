import type { Fields } from '../shared/description.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { disputeEventData, listedDisputes } from './answers.ts'
import { refuse } from './errors.ts'
import { type Dispute, emit, type PaystackState, timeNow } from './state.ts'
import { isCreatedWithin, needTransaction } from './transactions.ts'

export function disputeRoutes(state: PaystackState): Record<string, Handler> {
  return { 'GET /dispute': ({ query }) => list(state, query) }
}

function list(state: PaystackState, query: Fields) {
  const { transaction, perPage = 50, page = 1 } = query
  const matching = state.disputes.filter(
    one =>
      isCreatedWithin(one, query) &&
      (transaction === undefined || String(one.transaction.id) === String(transaction)),
  )
  const from = (Number(page) - 1) * Number(perPage)
  const shown = matching.reverse().slice(from, from + Number(perPage))
  return listedDisputes(shown, {
    total: matching.length,
    perPage: Number(perPage),
    page: Number(page),
  })
}

/** The payer disputes a payment at the bank. @returns the dispute's id */
export function dispute(state: PaystackState, reference: string): number {
  const transaction = needTransaction(state, reference)
  const made: Dispute = {
    id: state.newNumber(),
    transaction,
    amount: transaction.amount,
    resolution: null,
    createdAt: timeNow(state),
    resolvedAt: null,
  }
  state.disputes.push(made)
  emit(state, 'charge.dispute.create', disputeEventData(made))
  return made.id
}

/** The payer gets the amount of a lost dispute as a refund that names it. */
export function closeDispute(state: PaystackState, id: number, outcome: 'won' | 'lost'): void {
  const closed = state.disputes.find(one => one.id === id)
  if (!closed) throw refuse(404, 'Dispute not found')
  closed.resolution = outcome === 'won' ? 'declined' : 'merchant-accepted'
  closed.resolvedAt = timeNow(state)
  if (outcome === 'lost') payOut(state, closed)
  emit(state, 'charge.dispute.resolve', disputeEventData(closed))
}

function payOut(state: PaystackState, dispute: Dispute): void {
  const { transaction, amount } = dispute
  const id = state.newNumber()
  transaction.status = 'reversed'
  state.refunds.set(id, {
    id,
    status: 'processed',
    amount,
    transaction,
    createdAt: timeNow(state),
    merchantNote: '',
    customerNote: '',
    dispute,
  })
}
