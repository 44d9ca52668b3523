import { z } from 'zod'
import { AdminListMeta, adminListQuery, timeRange } from './admin-list.ts'
import { Currency } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { GATEWAY_NAMES } from './gateways.ts'
import { Id } from './resource.ts'
import { Person } from './users.ts'

export const TRANSACTION_TYPES = ['charge', 'credit', 'withdrawal'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]
export const TRANSACTION_STATUSES = ['completed', 'cancelled', 'error'] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** Purposes of transactions, with texts `transactions.note.<note>`. Plans have their name. */
export const TRANSACTION_NOTES = [
  'balance_funded',
  'registration_bonus',
  'admin_credit',
  'usage',
  'invoice',
  'paid_by_hand',
  'refund',
  'dispute',
  'reversal',
  'credit_note',
  'plan_change',
] as const
export type TransactionNote = (typeof TRANSACTION_NOTES)[number]

/** Its invoice has the parts of the amount. */
export const TransactionMetadata = z.object({
  /** Why an attempt failed, as its gateway says. */
  reason: z.string().optional(),
})
export type TransactionMetadata = z.infer<typeof TransactionMetadata>

export const InvoiceReference = z.object({
  id: Id,
  type: z.literal('invoice'),
  attributes: z.object({ label: z.string() }),
})

export const Transaction = z.object({
  id: Id,
  type: z.literal('transaction'),
  attributes: z.object({
    type: z.enum(TRANSACTION_TYPES),
    status: z.enum(TRANSACTION_STATUSES),
    /** In the language of the caller. */
    note: z.string(),
    /** The formatted amount. */
    price: z.string(),
    /** Minor units. */
    amount: z.int(),
    currency: Currency,
    driver: z.enum(GATEWAY_NAMES),
    /** Id of the payment at the gateway. */
    reference: z.string().nullable(),
    metadata: TransactionMetadata.nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
  relationships: z.object({
    /** Null if the user was deleted. */
    user: z.object({ data: Person.nullable() }),
    invoice: z.object({ data: InvoiceReference.nullable() }),
  }),
})
export type Transaction = z.infer<typeof Transaction>

export const TRANSACTION_SORTS = [
  'created_at',
  'note',
  'user_id',
  'status',
  'type',
  'amount',
  'driver',
] as const

const filters = {
  status: z.enum(TRANSACTION_STATUSES).optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  driver: z.enum(GATEWAY_NAMES).optional(),
  ...timeRange('created'),
}

/** Searches user, reference and invoice. */
export const TransactionQuery = adminListQuery(TRANSACTION_SORTS, {
  sort: 'created_at',
  direction: 'desc',
}).extend(filters)
export type TransactionQuery = z.output<typeof TransactionQuery>

const response = z.object({ data: z.array(Transaction), meta: AdminListMeta })

export const listOwnTransactions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/transactions',
  aliases: ['/api/user/transactions'],
  access: 'user',
  summary: "Lists the caller's transactions, newest first.",
  query: TransactionQuery,
  response,
})

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions',
  aliases: ['/api/subscriptions/admin/transactions', '/api/admin/dashboard/transactions'],
  access: 'admin',
  summary: 'Lists the transactions of all users with paging, order, filters and search.',
  query: TransactionQuery,
  response,
})

export const listUserTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/transactions',
  aliases: ['/api/subscriptions/admin/users/:id/transactions'],
  access: 'admin',
  summary: 'Lists the transactions of a user.',
  params: z.object({ id: Id }),
  query: TransactionQuery,
  response,
})

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/export',
  access: 'admin',
  isSensitive: true,
  summary: 'Exports the transactions that the filters find, as CSV.',
  query: TransactionQuery.omit({ page: true, per_page: true }),
})
