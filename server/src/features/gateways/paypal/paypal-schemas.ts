import { z } from 'zod'

const Money = z.object({ currency_code: z.string(), value: z.string() })
const Links = z.array(z.object({ href: z.string(), rel: z.string() })).optional()

export const linkOf = (links: z.infer<typeof Links>, ...rels: string[]): string | undefined =>
  links?.find(({ rel }) => rels.includes(rel))?.href

/** The capture that a refund names in a link. Captures have a link to their order at the same place. */
export const captureOf = ({ links }: { links?: z.infer<typeof Links> }): string | undefined =>
  /\/captures\/([^/]+)$/.exec(linkOf(links, 'up') ?? '')?.[1]

export const Created = z.object({ id: z.string(), links: Links })

export const Subscription = z.object({
  id: z.string(),
  status: z.string(),
  status_change_note: z.string().optional(),
  plan_id: z.string().optional(),
  custom_id: z.string().optional(),
  start_time: z.string().optional(),
  create_time: z.string().optional(),
  status_update_time: z.string().optional(),
  subscriber: z.object({ payer_id: z.string().optional() }).optional(),
  billing_info: z
    .object({
      next_billing_time: z.string().optional(),
      failed_payments_count: z.number().optional(),
    })
    .optional(),
})
export type Subscription = z.infer<typeof Subscription>

export const Plan = z.object({
  id: z.string(),
  status: z.string().optional(),
  billing_cycles: z
    .array(
      z.object({
        tenure_type: z.string(),
        frequency: z.object({ interval_unit: z.string() }),
        pricing_scheme: z.object({ fixed_price: Money.optional() }).optional(),
      }),
    )
    .optional(),
})
export type Plan = z.infer<typeof Plan>
export const Plans = z.object({ plans: z.array(Plan).optional() })

export const SubscriptionTransaction = z.object({
  id: z.string(),
  status: z.string().optional(),
  amount_with_breakdown: z.object({ gross_amount: Money }),
  time: z.string(),
})
export type SubscriptionTransaction = z.infer<typeof SubscriptionTransaction>
export const SubscriptionTransactions = z.object({
  transactions: z.array(SubscriptionTransaction).optional(),
})

export const Webhooks = z.object({
  webhooks: z
    .array(
      z.object({
        id: z.string(),
        url: z.string(),
        event_types: z.array(z.object({ name: z.string() })).optional(),
      }),
    )
    .optional(),
})

export const Refund = z.object({
  id: z.string(),
  status: z.string().optional(),
  amount: Money.optional(),
  create_time: z.string().optional(),
  links: Links,
})
export type Refund = z.infer<typeof Refund>

export const Capture = z.object({
  id: z.string(),
  status: z.string().optional(),
  amount: Money,
  custom_id: z.string().optional(),
  create_time: z.string().optional(),
})
export type Capture = z.infer<typeof Capture>

export const Order = z.object({
  id: z.string(),
  status: z.string(),
  update_time: z.string().optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(Capture).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
})
export type Order = z.infer<typeof Order>

/** Sales name the fields of amounts differently from captures. */
const SaleMoney = z.object({ currency: z.string(), total: z.string() })

export const Sale = z.object({
  id: z.string(),
  state: z.string(),
  amount: SaleMoney,
  billing_agreement_id: z.string().optional(),
  custom: z.string().optional(),
  create_time: z.string().optional(),
})
export type Sale = z.infer<typeof Sale>

export const SaleRefund = z.object({
  id: z.string(),
  state: z.string().optional(),
  amount: SaleMoney.optional(),
  sale_id: z.string().optional(),
  create_time: z.string().optional(),
})
export type SaleRefund = z.infer<typeof SaleRefund>

export const Dispute = z.object({
  dispute_id: z.string(),
  dispute_amount: Money.optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().optional() }))
    .optional(),
  dispute_outcome: z
    .object({ outcome_code: z.string(), amount_refunded: Money.optional() })
    .optional(),
  create_time: z.string().optional(),
  update_time: z.string().optional(),
})
export type Dispute = z.infer<typeof Dispute>

export const Event = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.looseObject({ id: z.string().optional() }),
})
export type Event = z.infer<typeof Event>
export const Events = z.object({ events: z.array(Event).optional(), links: Links })
