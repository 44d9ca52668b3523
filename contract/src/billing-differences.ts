import { z } from 'zod'
import { AdminListMeta, adminListQuery } from './admin-list.ts'
import { endpoint } from './endpoint.ts'
import { CHARGE_STATES, DISPUTE_STATES, GATEWAY_NAMES } from './gateways.ts'
import { BillingReason } from './invoices.ts'
import { Money } from './money.ts'
import { collection, Id } from './resource.ts'
import { InvoiceReference } from './transactions.ts'
import { Person } from './users.ts'

/** Kinds of differences between the records of a gateway and of this server. */
export const DIFFERENCE_KINDS = [
  'missing_here',
  'missing_there',
  'amount',
  'currency',
  'state',
  'refund_missing_here',
  'refund_missing_there',
  'refund_amount',
  'refund_state',
  'dispute_missing_here',
  'dispute_amount',
  'dispute_state',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

export const DIFFERENCE_STATES = ['open', 'resolved'] as const

/** One side: the amount, or the state if only the states differ. */
const DifferenceSide = z.object({
  money: Money.nullable(),
  state: z.enum([...CHARGE_STATES, ...DISPUTE_STATES]).nullable(),
})
export type DifferenceSide = z.infer<typeof DifferenceSide>

const BillingDifference = z.object({
  id: Id,
  type: z.literal('billing-difference'),
  attributes: z.object({
    gateway: z.enum(GATEWAY_NAMES),
    kind: z.enum(DIFFERENCE_KINDS),
    /** Id of the payment, refund or dispute at the gateway. */
    subject: z.string(),
    /** Id of our payment at the gateway; of a refund or dispute, that of the payment it is about. */
    payment: z.string().nullable(),
    /** Null where it is missing. */
    ours: DifferenceSide.nullable(),
    theirs: DifferenceSide.nullable(),
    found_at: z.iso.datetime(),
    resolved_at: z.iso.datetime().nullable(),
    /** The administrator's reason; null if a later comparison found no difference. */
    resolution: z.string().nullable(),
  }),
  relationships: z.object({
    /** Null if the user is unknown or was deleted. */
    user: z.object({ data: Person.nullable() }),
    invoice: z.object({ data: InvoiceReference.nullable() }),
  }),
})
export type BillingDifference = z.infer<typeof BillingDifference>

/** Searches user, number of the invoice, and ids at the gateway. */
export const DifferenceQuery = adminListQuery(['found_at'], {
  sort: 'found_at',
  direction: 'desc',
}).extend({
  state: z.enum(DIFFERENCE_STATES).optional(),
  gateway: z.enum(GATEWAY_NAMES).optional(),
  kind: z.enum(DIFFERENCE_KINDS).optional(),
})
export type DifferenceQuery = z.output<typeof DifferenceQuery>

export const listDifferences = endpoint({
  method: 'GET',
  path: '/api/admin/billing/differences',
  access: 'admin',
  summary: 'Lists the differences between the payments of the gateways and ours.',
  query: DifferenceQuery,
  response: collection(BillingDifference, AdminListMeta),
})

export const exportDifferences = endpoint({
  method: 'GET',
  path: '/api/admin/billing/differences/export',
  access: 'admin',
  isSensitive: true,
  summary: 'Exports the differences that the filters find, as CSV.',
  query: DifferenceQuery.omit({ page: true, per_page: true }),
})

export const resolveDifference = endpoint({
  method: 'POST',
  path: '/api/admin/billing/differences/:id/resolve',
  access: 'admin',
  isSensitive: true,
  summary: 'Marks a difference as resolved by hand.',
  params: z.object({ id: Id }),
  body: z.object({ reason: BillingReason }),
  response: z.object({ data: BillingDifference }),
})
