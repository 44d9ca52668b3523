import {
  type ListedDispute,
  type ListedRefund,
  NO_FACTS,
  type RemoteFacts,
  type RemotePayment,
  type Subject,
} from '../gateway.ts'
import { parseAnswer } from '../gateway-answers.ts'
import { hasCode } from '../gateway-errors.ts'
import {
  Dispute,
  listOf,
  metadataOf,
  NOT_FOUND,
  of,
  type PaystackContext,
  Refund,
  Transaction,
} from './paystack-api.ts'
import { toDispute, toPayment, toRefund } from './paystack-presenter.ts'

const PAGE = 100

/** Ours, and of the mode of our key. */
const isOurs = (
  { options }: PaystackContext,
  { metadata, domain }: Pick<Transaction, 'metadata' | 'domain'>,
): boolean =>
  metadataOf(metadata)?.installation === options.installation &&
  domain === (options.isLive ? 'live' : 'test')

/** Reads a transaction by its reference; undefined if Paystack has none. */
export async function findTransaction(
  { http }: PaystackContext,
  reference: string,
): Promise<Transaction | undefined> {
  try {
    const path = `/transaction/verify/${encodeURIComponent(reference)}`
    const { body } = await http({ method: 'GET', path })
    return parseAnswer(of(Transaction), body).data
  } catch (error) {
    if (hasCode(error, NOT_FOUND)) return undefined
    throw error
  }
}

async function* pages<T>(
  { http }: PaystackContext,
  path: string,
  read: (body: unknown) => { data: T[]; meta?: { pageCount: number } | undefined },
): AsyncIterable<T> {
  for (let page = 1; ; page += 1) {
    const { body } = await http({ method: 'GET', path: `${path}&page=${page}` })
    const { data, meta } = read(body)
    yield* data
    if (data.length === 0 || page >= (meta?.pageCount ?? 1)) return
  }
}

const fromTime = (since: number): string =>
  `from=${encodeURIComponent(new Date(since).toISOString())}`

const transactionOf = ({ transaction }: Refund): number | undefined =>
  typeof transaction === 'object' ? transaction?.id : transaction

/** Refunds since a time, without those that pay a lost dispute out, which are part of the dispute. */
async function* refundsSince(context: PaystackContext, since: number): AsyncIterable<Refund> {
  const read = (body: unknown) => parseAnswer(listOf(Refund), body)
  for await (const refund of pages(context, `/refund?perPage=${PAGE}&${fromTime(since)}`, read))
    if (refund.dispute === null || refund.dispute === undefined) yield refund
}

export async function refundsOf(
  context: PaystackContext,
  transaction: Transaction,
): Promise<Refund[]> {
  const begun = Date.parse(transaction.created_at ?? transaction.paid_at ?? '') || 0
  const refunds: Refund[] = []
  for await (const refund of refundsSince(context, begun))
    if (transactionOf(refund) === transaction.id) refunds.push(refund)
  return refunds
}

const readDisputes = (context: PaystackContext, filter: string): AsyncIterable<Dispute> =>
  pages(context, `/dispute?perPage=${PAGE}&${filter}`, body => parseAnswer(listOf(Dispute), body))

async function disputesOf(context: PaystackContext, { id }: Transaction): Promise<Dispute[]> {
  const disputes: Dispute[] = []
  for await (const dispute of readDisputes(context, `transaction=${id}`))
    if (dispute.transaction.id === id) disputes.push(dispute)
  return disputes
}

/** Paystack has checkouts and payments under the same reference. */
export async function fetchFacts(
  context: PaystackContext,
  { kind, externalId }: Subject,
): Promise<RemoteFacts> {
  if (kind === 'subscription') return NO_FACTS
  const transaction = await findTransaction(context, externalId)
  if (!transaction || !isOurs(context, transaction)) return NO_FACTS
  const isPaid = transaction.status === 'success' || transaction.status.startsWith('revers')
  const [refunds, disputes] = isPaid
    ? await Promise.all([refundsOf(context, transaction), disputesOf(context, transaction)])
    : [[], []]
  const payment = toPayment(transaction, refunds, disputes)
  const isCheckout = metadataOf(transaction.metadata)?.kind === 'checkout'
  return {
    ...NO_FACTS,
    // After a refusal the page lets the payer try another card.
    checkout: isCheckout ? { externalId, state: isPaid ? 'completed' : 'open' } : null,
    payments: payment.state === 'created' ? [] : [payment],
    methods: payment.method ? [payment.method] : [],
  }
}

export async function* listPayments(
  context: PaystackContext,
  since: number,
): AsyncIterable<RemotePayment> {
  const read = (body: unknown) => parseAnswer(listOf(Transaction), body)
  const path = `/transaction?per_page=${PAGE}&${fromTime(since)}`
  for await (const each of pages(context, path, read)) {
    if (!isOurs(context, each)) continue
    const payment = toPayment(each, [])
    if (payment.state !== 'created') yield payment
  }
}

export async function* listDisputes(
  context: PaystackContext,
  since: number,
): AsyncIterable<ListedDispute> {
  for await (const dispute of readDisputes(context, fromTime(since)))
    yield { ...toDispute(dispute), paymentExternalId: dispute.transaction.reference }
}

export async function* listRefunds(
  context: PaystackContext,
  since: number,
): AsyncIterable<ListedRefund> {
  for await (const refund of refundsSince(context, since)) {
    const paymentExternalId = refund.transaction_reference
    if (paymentExternalId) yield { ...toRefund(refund), paymentExternalId }
  }
}
