import { DAY_MS } from '@coffer/contract/durations'
import { type Card, isPending, type Refusal, refusalOf } from '../shared/cards.ts'
import type { Fields } from '../shared/description.ts'
import { randomId } from '../shared/ids.ts'
import type { Call, Handler } from '../shared/simulator-server.ts'
import { asEventData, charged, fetched, listed, verified } from './answers.ts'
import { refuse } from './errors.ts'
import {
  type Authorization,
  customerOf,
  emit,
  type PaystackState,
  type Transaction,
  timeNow,
} from './state.ts'

const PENDING_MS = DAY_MS

export function transactionRoutes(state: PaystackState): Record<string, Handler> {
  return {
    'POST /transaction/initialize': ({ body }) => initialize(state, body as unknown as Start),
    'POST /transaction/charge_authorization': ({ body }) =>
      chargeAuthorization(state, body as unknown as Charge),
    'GET /transaction/verify/{reference}': ({ params }) =>
      verified(needTransaction(state, params.reference)),
    'GET /transaction/{id}': ({ params }) => fetched(needTransaction(state, params.id)),
    'GET /transaction': ({ query }) => list(state, query),
    'POST /customer/authorization/deactivate': call => deactivate(state, call),
  }
}

interface Start {
  email: string
  amount: number
  currency?: string
  reference?: string
  callback_url?: string
  metadata?: unknown
}

interface Charge extends Start {
  authorization_code: string
}

function create(state: PaystackState, body: Start, isRecurring: boolean): Transaction {
  const reference = body.reference ?? randomId('', 10).toLowerCase()
  if (!/^[A-Za-z0-9.=-]+$/.test(reference)) throw refuse(400, 'Invalid Transaction Reference')
  if (state.isNextUsed) useUp(state, reference)
  if (state.transactions.has(reference)) throw refuse(400, 'Duplicate Transaction Reference')
  if (body.amount <= 0) throw refuse(400, 'Invalid Amount Sent')
  const transaction: Transaction = {
    id: state.newNumber(),
    reference,
    accessCode: randomId('', 15).toLowerCase(),
    status: 'abandoned',
    amount: body.amount,
    currency: body.currency ?? 'NGN',
    message: 'The transaction was not completed',
    createdAt: timeNow(state),
    paidAt: null,
    customer: customerOf(state, body.email),
    metadata: metadataOf(body.metadata),
    callbackUrl: body.callback_url ?? '',
    isRecurring,
  }
  state.transactions.set(reference, transaction)
  return transaction
}

/** Stores a payment of another system of the merchant under a reference. */
function useUp(state: PaystackState, reference: string): void {
  state.isNextUsed = false
  const other = create(state, { email: 'ben@example.test', amount: 77_700, reference }, false)
  other.status = 'success'
}

/** Comes as an object, or as the text of one. */
function metadataOf(metadata: unknown): unknown {
  if (typeof metadata !== 'string') return metadata ?? ''
  try {
    return JSON.parse(metadata)
  } catch {
    return metadata
  }
}

function initialize(state: PaystackState, body: Start) {
  const { accessCode, reference } = create(state, body, false)
  const url = `${state.url()}/pay/${accessCode}`
  const data = { authorization_url: url, access_code: accessCode, reference }
  return { status: true, message: 'Authorization URL created', data }
}

export interface Payment {
  card: Card
  authentication?: 'pass' | 'fail'
  /** That of a card which has paid before; by default the card is another one. */
  signature?: string
}

/** The payer pays on the page. A refusal leaves the transaction open for another card. */
export function payTransaction(
  state: PaystackState,
  id: string,
  payment: Payment,
): 'paid' | 'pending' | 'refused' {
  const { card, authentication = 'pass' } = payment
  const transaction = needTransaction(state, id)
  const isOpen = ['abandoned', 'failed', 'ongoing'].includes(transaction.status)
  if (!isOpen) throw refuse(400, 'This transaction has been completed')
  transaction.authorization ??= createAuthorization(state, transaction, payment)
  return settle(state, transaction, card, authentication)
}

function settle(
  state: PaystackState,
  transaction: Transaction,
  card: Card,
  authentication: 'pass' | 'fail',
) {
  const isFirst = !transaction.isRecurring
  const refusal = refusalOf(card, isFirst)
  if (refusal || (card === 'requires_3ds' && authentication === 'fail')) {
    failTransaction(transaction, refusal)
    if (isFirst) delete transaction.authorization
    return 'refused'
  }
  if (isPending(card)) {
    transaction.status = 'pending'
    state.core.clock.at(state.core.clock.now() + PENDING_MS, () => {
      if (card === 'pending') succeed(state, transaction)
      else failTransaction(transaction, undefined)
    })
    return 'pending'
  }
  succeed(state, transaction)
  return 'paid'
}

const MESSAGES: Record<string, string> = {
  insufficient_funds: 'Insufficient Funds',
  stolen_card: 'Pick-up card, stolen',
  expired_card: 'Expired card',
}

function failTransaction(transaction: Transaction, refusal: Refusal | undefined): void {
  transaction.status = 'failed'
  transaction.message = MESSAGES[refusal?.reason ?? ''] ?? 'Declined'
}

function succeed(state: PaystackState, transaction: Transaction): void {
  transaction.status = 'success'
  transaction.message = 'Approved'
  transaction.paidAt = timeNow(state)
  emit(state, 'charge.success', asEventData(transaction))
}

function createAuthorization(
  state: PaystackState,
  { customer }: Transaction,
  { card, signature = randomId('SIG_', 20) }: Payment,
): Authorization {
  const authorization: Authorization = {
    authorization_code: randomId('AUTH_', 10).toLowerCase().replace('auth', 'AUTH'),
    bin: '408408',
    last4: '4081',
    exp_month: '12',
    exp_year: '2030',
    channel: 'card',
    card_type: 'visa',
    bank: 'TEST BANK',
    country_code: 'NG',
    brand: 'visa',
    reusable: true,
    signature,
    account_name: null,
  }
  const code = authorization.authorization_code
  state.authorizations.set(code, { card, email: customer.email, authorization })
  return authorization
}

/** Refusals answer 200 with a failed transaction; a bank that wants the payer answers a link. */
function chargeAuthorization(state: PaystackState, body: Charge) {
  const saved = state.authorizations.get(body.authorization_code)
  if (!saved?.authorization.reusable || saved.email !== body.email) {
    throw refuse(400, 'Invalid authorization code')
  }
  const transaction = create(state, body, true)
  transaction.authorization = saved.authorization
  if (saved.card === 'requires_3ds') {
    transaction.status = 'ongoing'
    const { reference, accessCode } = transaction
    const url = `${state.url()}/pay/${accessCode}`
    const link = { authorization_url: url, reference, access_code: accessCode, paused: true }
    const message = 'Please, redirect your customer to the authorization url provided'
    return { status: true, message, data: link }
  }
  settle(state, transaction, saved.card, 'pass')
  return charged(transaction)
}

export function needTransaction(state: PaystackState, id: string | undefined): Transaction {
  const match = [...state.transactions.values()].find(
    one => one.reference === id || String(one.id) === id || one.accessCode === id,
  )
  if (match) return match
  throw refuse(404, 'Transaction reference not found')
}

export function isCreatedWithin({ createdAt }: { createdAt: string }, { from, to }: Fields) {
  const at = Date.parse(createdAt)
  const isAfter = from === undefined || at >= Date.parse(String(from))
  return isAfter && (to === undefined || at <= Date.parse(String(to)))
}

function list(state: PaystackState, query: Fields) {
  const matching = [...state.transactions.values()].filter(
    one =>
      isCreatedWithin(one, query) && (query.status === undefined || query.status === one.status),
  )
  const perPage = Number(query.per_page ?? 50)
  const page = Number(query.page ?? 1)
  const shown = matching.reverse().slice((page - 1) * perPage, page * perPage)
  return listed(shown, { total: matching.length, perPage, page })
}

function deactivate(state: PaystackState, { body }: Call) {
  const saved = state.authorizations.get(String(body.authorization_code))
  if (!saved) throw refuse(404, 'Authorization not found')
  saved.authorization.reusable = false
  return { status: true, message: 'Authorization has been deactivated' }
}
