import { description } from './errors.ts'
import type { Customer, Dispute, Refund, Transaction } from './state.ts'

interface Page {
  total: number
  perPage: number
  page: number
}

const LOG = {
  start_time: 0,
  time_spent: 0,
  attempts: 1,
  errors: 0,
  success: true,
  mobile: false,
  input: [],
  history: [],
}

const shownCustomer = (customer: Customer) => ({
  ...customer,
  first_name: null,
  last_name: null,
  phone: null,
  metadata: { calling_code: '' },
  risk_action: 'default',
  international_format_phone: null,
})

/** Where the description demands texts. */
const customerInTexts = (customer: Customer) => ({
  ...shownCustomer(customer),
  first_name: '',
  last_name: '',
  phone: '',
  international_format_phone: '',
})

const base = (transaction: Transaction) => ({
  id: transaction.id,
  domain: 'test',
  status: transaction.status,
  reference: transaction.reference,
  amount: transaction.amount,
  requested_amount: transaction.amount,
  message: null,
  gateway_response: transaction.message,
  channel: 'card',
  currency: transaction.currency,
  ip_address: '127.0.0.1',
  log: LOG,
  fees: null,
  customer: shownCustomer(transaction.customer),
  paid_at: transaction.paidAt,
  paidAt: transaction.paidAt,
  created_at: transaction.createdAt,
  createdAt: transaction.createdAt,
})

export function verified(transaction: Transaction) {
  return description.fill('VerifyResponse', {
    status: true,
    message: 'Verification successful',
    data: {
      ...base(transaction),
      metadata: transaction.metadata,
      authorization: transaction.authorization ?? {},
      transaction_date: transaction.createdAt,
      plan_object: {},
      split: {},
      subaccount: {},
    },
  })
}

export function charged(transaction: Transaction) {
  return description.fill('ChargeAuthorizationResponse', {
    status: true,
    message: 'Charge attempted',
    data: {
      ...base(transaction),
      metadata: textOf(transaction.metadata),
      authorization: transaction.authorization,
      transaction_date: transaction.createdAt,
    },
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export function fetched(transaction: Transaction) {
  const { metadata } = transaction
  return description.fill('TransactionFetchResponse', {
    status: true,
    message: 'Transaction retrieved',
    data: {
      ...base(transaction),
      fees: 0,
      customer: customerInTexts(transaction.customer),
      metadata: { custom_fields: [], ...(typeof metadata === 'object' ? metadata : {}) },
      authorization: transaction.authorization ?? {},
    },
  })
}

export function listed(transactions: Transaction[], { total, perPage, page }: Page) {
  const volume = transactions.reduce((sum, { amount }) => sum + amount, 0)
  const pageCount = Math.ceil(total / perPage)
  return {
    status: true,
    message: 'Transactions retrieved',
    data: transactions.map(transaction => ({
      ...base(transaction),
      paidAt: transaction.paidAt ?? '',
      metadata: typeof transaction.metadata === 'object' ? transaction.metadata : {},
      authorization: transaction.authorization ?? NO_AUTHORIZATION,
      source: { source: 'merchant_api', type: 'api', identifier: null, entry_point: 'request' },
      fees_split: null,
      plan: {},
      split: {},
      subaccount: {},
      connect: {},
      order_id: null,
      pos_transaction_data: null,
    })),
    meta: { total, total_volume: volume, skipped: (page - 1) * perPage, perPage, page, pageCount },
  }
}

const NO_AUTHORIZATION = {
  authorization_code: null,
  bin: null,
  last4: null,
  exp_month: null,
  exp_year: null,
  channel: null,
  card_type: null,
  bank: null,
  country_code: null,
  brand: null,
  reusable: false,
  signature: null,
  account_name: null,
}

/** The event names the payment by its reference; a missing `metadata` is 0. */
export function asEventData(transaction: Transaction) {
  const { metadata, authorization } = transaction
  return { ...base(transaction), metadata: metadata || 0, authorization, plan: {} }
}

export function createdRefund(refund: Refund) {
  const { transaction } = refund
  return description.fill('RefundCreateResponse', {
    status: true,
    message: 'Refund has been queued for processing',
    data: {
      ...refundFields(refund),
      fully_deducted: false,
      updatedAt: refund.createdAt,
      transaction: {
        ...base(transaction),
        plan: {},
        split: {},
        subaccount: { currency: null },
        authorization: { ...transaction.authorization, account_name: null },
      },
    },
  })
}

const refundFields = (refund: Refund) => ({
  id: refund.id,
  integration: 100,
  domain: 'test',
  currency: refund.transaction.currency,
  amount: refund.amount,
  deducted_amount: 0,
  status: refund.status,
  refunded_by: 'merchant',
  expected_at: refund.createdAt,
  createdAt: refund.createdAt,
  channel: null,
  merchant_note: refund.merchantNote,
  customer_note: refund.customerNote,
})

const listedRefund = (refund: Refund) => ({
  ...refundFields(refund),
  transaction: refund.transaction.id,
  transaction_reference: refund.transaction.reference,
  transaction_amount: refund.transaction.amount,
  dispute: refund.dispute?.id ?? null,
  settlement: null,
  refunded_at: null,
  bank_reference: null,
  fully_deducted: 0,
  reason: '',
  refund_type: 'online',
  initiated_by: 'merchant',
  refund_channel: 'card',
  session_id: null,
  collect_account_number: false,
  customer: { ...customerInTexts(refund.transaction.customer), metadata: '' },
})

export function fetchedRefund(refund: Refund) {
  return { status: true, message: 'Refund retrieved', data: listedRefund(refund) }
}

export function listedRefunds(refunds: Refund[], { total, perPage, page }: Page) {
  const skipped = (page - 1) * perPage
  const pageCount = Math.ceil(total / perPage)
  return {
    status: true,
    message: 'Refunds retrieved',
    data: refunds.map(listedRefund),
    meta: { total, skipped, perPage: String(perPage), page, pageCount, failedRefundCount: 0 },
  }
}

/** Amounts are texts while a refund runs, and numbers once it has failed. */
export function refundEventData(refund: Refund) {
  const { transaction, status, amount } = refund
  const { email } = transaction.customer
  return {
    status,
    transaction_reference: transaction.reference,
    refund_reference: status === 'pending' ? null : String(refund.id),
    amount: status === 'failed' ? amount : String(amount),
    currency: transaction.currency,
    processor: 'instant-transfer',
    customer: { first_name: null, last_name: null, email },
    integration: 100,
    domain: 'test',
  }
}

const disputeFields = ({ id, transaction, amount, resolution, resolvedAt }: Dispute) => ({
  id,
  refund_amount: amount,
  currency: transaction.currency,
  status: resolution === null ? 'awaiting-merchant-feedback' : 'resolved',
  resolution,
  domain: 'test',
  transaction_reference: null,
  category: 'chargeback',
  resolvedAt,
})

export const disputeEventData = (dispute: Dispute) => ({
  ...disputeFields(dispute),
  transaction: asEventData(dispute.transaction),
  customer: shownCustomer(dispute.transaction.customer),
  created_at: dispute.createdAt,
})

const listedDispute = (dispute: Dispute) =>
  description.fill('DisputeListResponseArray', {
    ...disputeFields(dispute),
    transaction: {
      ...base(dispute.transaction),
      fees: 0,
      customer: null,
      metadata: { custom_fields: [] },
    },
    customer: { ...customerInTexts(dispute.transaction.customer), metadata: '' },
    createdAt: dispute.createdAt,
    updatedAt: dispute.resolvedAt ?? dispute.createdAt,
  })

export function listedDisputes(disputes: Dispute[], { total, perPage, page }: Page) {
  const skipped = (page - 1) * perPage
  const pageCount = Math.ceil(total / perPage)
  return {
    status: true,
    message: 'Disputes retrieved',
    data: disputes.map(listedDispute),
    meta: { total, skipped, perPage, page, pageCount },
  }
}
