import { z } from 'zod'
import { Currency } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { Money } from './money.ts'
import { AGGREGATES, DayQuantity, METERS, RatedLine } from './rating.ts'
import { Id } from './resource.ts'

const time = z.iso.datetime()

/** The cost of the period from its beginning to the end of a day. */
const DayCost = z.object({
  /** `2026-11-24`, UTC */
  day: z.string(),
  is_forecast: z.boolean(),
  /** Minor units by meter, with tax. */
  amounts: z.partialRecord(z.enum(METERS), z.int()),
})
export type DayCost = z.infer<typeof DayCost>

/** Usage of the current period of a metered subscription. */
export const UsageOverview = z.object({
  plan: z.string(),
  period: z.object({ starts_at: time, ends_at: time }),
  currency: Currency,
  /** The cost of the period so far: the sum of the lines, and the tax. */
  estimate: Money,
  /** The tax that the invoice adds to the lines; 0 where prices include it. */
  tax: Money,
  forecast: Money,
  forecast_tax: Money,
  lines: z.array(RatedLine),
  forecast_lines: z.array(RatedLine),
  days: z.array(DayCost),
  balance: Money,
  /** Open invoices. */
  debt: Money,
  alert: Money.nullable(),
  cap: Money.nullable(),
  /** The account is reminded to pay: 1 to 3; 3 is restricted. */
  dunning_step: z.int().nullable(),
})
export type UsageOverview = z.infer<typeof UsageOverview>

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/subscriptions/usage',
  access: 'user',
  summary: 'Returns the usage and cost of the current period, 404 without a metered subscription.',
  response: z.object({ data: UsageOverview }),
})

/** The usage per day in the period of an invoice; flat fees have none. */
export const InvoiceUsage = z.object({
  period: z.object({ starts_at: time, ends_at: time }),
  meters: z.array(
    z.object({
      meter: z.enum(METERS),
      /** How the days became the quantity. */
      aggregate: z.enum(AGGREGATES),
      /** Decimal text in GB or persons, as the following. */
      quantity: z.string(),
      /** The days with usage, in order. */
      days: z.array(DayQuantity),
    }),
  ),
})
export type InvoiceUsage = z.infer<typeof InvoiceUsage>

export const getInvoiceUsage = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/usage',
  access: 'user',
  summary:
    'Returns the usage per day that an invoice of the caller bills, null if it bills none; administrators get that of any.',
  params: z.object({ id: Id }),
  response: z.object({ data: InvoiceUsage.nullable() }),
})

const limitBody = z.object({
  /** Minor units. */
  amount: z.int().positive().max(Number.MAX_SAFE_INTEGER),
})
const limitReply = z.object({ data: z.object({ alert: Money.nullable(), cap: Money.nullable() }) })

export const createBillingAlert = endpoint({
  method: 'POST',
  path: '/api/subscriptions/billing-alert',
  access: 'session',
  summary: 'Sets the amount of usage that the user is notified of, 422 if there is one.',
  body: limitBody,
  response: limitReply,
})

export const changeBillingAlert = endpoint({
  method: 'PUT',
  path: '/api/subscriptions/billing-alert',
  access: 'session',
  summary: 'Changes the amount of usage that the user is notified of.',
  body: limitBody,
  response: limitReply,
})

export const deleteBillingAlert = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/billing-alert',
  access: 'session',
  summary: 'Removes the billing alert.',
  response: limitReply,
})

export const setSpendingCap = endpoint({
  method: 'PUT',
  path: '/api/subscriptions/spending-cap',
  access: 'session',
  summary: 'Sets the cost at which uploads stop until the next period.',
  body: limitBody,
  response: limitReply,
})

export const deleteSpendingCap = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/spending-cap',
  access: 'session',
  summary: 'Removes the spending cap; uploads continue at once.',
  response: limitReply,
})
