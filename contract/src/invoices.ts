import { z } from 'zod'
import { AdminListMeta, adminListQuery, timeRange } from './admin-list.ts'
import { Currency } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { GATEWAY_NAMES } from './gateways.ts'
import { PLAIN_TEXT } from './names.ts'
import { RatedLine } from './rating.ts'
import { Id } from './resource.ts'
import { Percentage } from './tax-rates.ts'
import { Transaction } from './transactions.ts'
import { Person } from './users.ts'

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const

/**
 * Tax categories of EN 16931: standard rate, zero rate, exempt, reverse charge, out of scope. An
 * invoice of a seller without a VAT id or without a rate for the country is out of scope.
 */
const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'O'] as const
export type TaxCategory = (typeof TAX_CATEGORIES)[number]

/** Seller or buyer, as they were on the day of issue. */
export const InvoiceParty = z.object({
  name: z.string(),
  company: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  postal_code: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  tax_id: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
export type InvoiceParty = z.infer<typeof InvoiceParty>

const InvoicePeriod = z.object({ starts_at: z.iso.datetime(), ends_at: z.iso.datetime() })
export type InvoicePeriod = z.infer<typeof InvoicePeriod>

export const InvoiceLine = z.object({
  description: z.string(),
  /** A second line in smaller print. */
  detail: z.string().nullable(),
  period: InvoicePeriod.nullable(),
  /** Decimal text. */
  quantity: z.string(),
  /** UN/ECE recommendation 20: `C62` (one), `E34` (gigabyte), `MON`, `ANN`, `DAY`. */
  unit: z.string(),
  /** Decimal text in the currency's major unit; null where tiers have different prices. */
  unit_amount: z.string().nullable(),
  /** Minor units; with tax if `prices_include_tax`. */
  amount: z.int(),
  tax_category: z.enum(TAX_CATEGORIES),
  tax_rate: Percentage,
  /** How metered usage became the amount. */
  explanation: RatedLine.nullable(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** One per rate and category: `taxable + tax` is its part of the total. */
export const InvoiceTax = z.object({
  country: z.string().nullable(),
  category: z.enum(TAX_CATEGORIES),
  rate: Percentage,
  taxable: z.int(),
  tax: z.int(),
})
export type InvoiceTax = z.infer<typeof InvoiceTax>

/** The content of an invoice, stored on the day of issue and never changed. */
export const InvoiceSnapshot = z.object({
  version: z.literal(1),
  kind: z.enum(INVOICE_KINDS),
  /** The number as it is printed: `2026-000001`. */
  label: z.string(),
  /** Language of the document. */
  locale: z.string(),
  /** Fixed texts of the document in this language, which administrators may change later. */
  texts: z.record(z.string(), z.string()),
  /** Time zone of the seller, in which dates are printed. */
  time_zone: z.string(),
  issued_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  /** When the service was supplied, which decides the rates. */
  period: InvoicePeriod.nullable(),
  currency: Currency,
  prices_include_tax: z.boolean(),
  seller: InvoiceParty,
  buyer: InvoiceParty,
  lines: z.array(InvoiceLine),
  taxes: z.array(InvoiceTax),
  /** Without tax, in minor units; amounts of credit notes are positive. */
  subtotal: z.int(),
  tax: z.int(),
  total: z.int(),
  /** Text of the seller at the end. */
  note: z.string().nullable(),
  /** For a credit note: the invoice it corrects, and why. */
  corrects: z
    .object({
      label: z.string(),
      issued_at: z.iso.datetime(),
      /** The time zone of the invoice, in which its date was printed; older credit notes don't have it. */
      time_zone: z.string().optional(),
      reason: z.string(),
    })
    .nullable(),
})
export type InvoiceSnapshot = z.infer<typeof InvoiceSnapshot>

/** How an invoice is shown: `overdue` is open after its due date, `credited` fully given back. */
export const INVOICE_STATUSES = [
  'open',
  'overdue',
  'paid',
  'credited',
  'void',
  'uncollectible',
] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

const attributes = z.object({
  kind: z.enum(INVOICE_KINDS),
  label: z.string(),
  status: z.enum(INVOICE_STATUSES),
  currency: Currency,
  /** Minor units, as the following. */
  subtotal: z.int(),
  tax: z.int(),
  total: z.int(),
  paid: z.int(),
  credited: z.int(),
  /** The unpaid rest. */
  amount_due: z.int(),
  /** The formatted total. */
  price: z.string(),
  driver: z.enum(GATEWAY_NAMES),
  buyer: z.object({ name: z.string(), email: z.string() }),
  issued_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
})

/** Null if the user was deleted. */
const user = z.object({ data: Person.nullable() })

export const Invoice = z.object({
  id: Id,
  type: z.literal('invoice'),
  attributes,
  relationships: z.object({ user }),
})
export type Invoice = z.infer<typeof Invoice>

const Reference = z.object({
  id: Id,
  type: z.literal('invoice'),
  attributes: z.object({ label: z.string(), total: z.int(), issued_at: z.iso.datetime() }),
})

/** A payment of the invoice that a gateway can refund. */
const RefundablePayment = z.object({
  id: Id,
  driver: z.enum(GATEWAY_NAMES),
  currency: Currency,
  /** Minor units that can still be refunded. */
  left: z.int(),
  /** Minor units that can't be: they were credited to the balance and have paid for something else. */
  spent: z.int(),
})
export type RefundablePayment = z.infer<typeof RefundablePayment>

export const InvoiceDetail = z.object({
  id: Id,
  type: z.literal('invoice'),
  attributes: attributes.extend({
    document: InvoiceSnapshot,
    subscription_id: Id.nullable(),
  }),
  relationships: z.object({
    user,
    /** The invoice that a credit note corrects. */
    corrects: z.object({ data: Reference.nullable() }),
    credit_notes: z.object({ data: z.array(Reference) }),
    transactions: z.object({ data: z.array(Transaction) }),
    /** For administrators. */
    payments: z.object({ data: z.array(RefundablePayment) }),
    /** The invoices that were issued before and after it. */
    previous: z.object({ data: Reference.nullable() }),
    next: z.object({ data: Reference.nullable() }),
  }),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

const INVOICE_SORTS = ['issued_at', 'label', 'buyer', 'state', 'total', 'driver'] as const

const filters = {
  status: z.enum(INVOICE_STATUSES).optional(),
  kind: z.enum(INVOICE_KINDS).optional(),
  driver: z.enum(GATEWAY_NAMES).optional(),
  ...timeRange('issued'),
}

/** Searches number, name and email of the buyer. */
export const InvoiceQuery = adminListQuery(INVOICE_SORTS, {
  sort: 'issued_at',
  direction: 'desc',
}).extend(filters)
export type InvoiceQuery = z.output<typeof InvoiceQuery>

const listReply = z.object({ data: z.array(Invoice), meta: AdminListMeta })
const reply = z.object({ data: InvoiceDetail })
const params = z.object({ id: Id })

export const listOwnInvoices = endpoint({
  method: 'GET',
  path: '/api/invoices',
  access: 'user',
  summary: "Lists the caller's invoices and credit notes, newest first.",
  query: InvoiceQuery,
  response: listReply,
})

export const getInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/:id',
  access: 'user',
  summary: 'Returns an invoice of the caller; administrators get any.',
  params,
  /** The invoices that precede and follow it; only administrators step through all. */
  query: z.object({ among: z.enum(['same_user', 'all']).default('same_user') }),
  response: reply,
})

export const downloadInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/pdf',
  access: 'user',
  summary: 'Downloads an invoice as PDF.',
  params,
})

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/admin/invoices',
  access: 'admin',
  summary: 'Lists the invoices of all users with paging, order, filters and search.',
  query: InvoiceQuery,
  response: listReply,
})

export const listUserInvoices = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/invoices',
  access: 'admin',
  summary: 'Lists the invoices of a user.',
  params,
  query: InvoiceQuery,
  response: listReply,
})

export const exportInvoices = endpoint({
  method: 'GET',
  path: '/api/admin/invoices/export',
  access: 'admin',
  isSensitive: true,
  summary: 'Exports the invoices that the filters find, as CSV.',
  query: InvoiceQuery.omit({ page: true, per_page: true }),
})

/** Why an administrator changed something about money; part of the audit log. */
export const BillingReason = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(500, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')

/** Minor units. */
const PositiveAmount = z
  .int('validation.number')
  .min(1, 'validation.number_range')
  .max(1_000_000_000_000, 'validation.number_range')

/**
 * Id of what a call creates, chosen by the caller. A call that is repeated with it answers with what it
 * created before, or `request.id_used` if that differs.
 */
export const AttemptId = Id.optional()

const withReason = z.object({ reason: BillingReason })

export const createCreditNote = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:id/credit-notes',
  access: 'admin',
  isSensitive: true,
  isSessionOnly: true,
  summary: 'Gives back all or a part of an invoice: first what is due, the rest to the balance.',
  params,
  body: withReason.extend({
    id: AttemptId,
    /** Minor units with tax; null gives back all that is left. */
    amount: PositiveAmount.nullable(),
  }),
  response: reply,
  status: 201,
})

export const voidInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:id/void',
  access: 'admin',
  isSensitive: true,
  isSessionOnly: true,
  summary: 'Cancels an unpaid invoice by a credit note for all of it.',
  params,
  body: withReason,
  response: reply,
})

export const markInvoicePaid = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:id/paid',
  access: 'admin',
  isSensitive: true,
  isSessionOnly: true,
  summary: 'Records that an invoice was paid outside of the gateways, such as by bank transfer.',
  params,
  body: withReason,
  response: reply,
})

export const writeOffInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:id/uncollectible',
  access: 'admin',
  isSensitive: true,
  isSessionOnly: true,
  summary: 'Cancels what is due of an invoice; it stays as it is.',
  params,
  body: withReason,
  response: reply,
})

export const creditUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/credit',
  aliases: ['/api/subscriptions/admin/users/:id/credit'],
  access: 'admin',
  isSensitive: true,
  isSessionOnly: true,
  summary: "Adds an amount to a user's balance and notifies them.",
  params,
  body: withReason.extend({
    id: AttemptId,
    amount: PositiveAmount,
    currency: Currency.optional(),
  }),
  response: z.object({
    data: z.object({ balance: z.object({ amount: z.int(), currency: Currency }) }),
  }),
  status: 201,
})
