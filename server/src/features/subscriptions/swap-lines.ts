import type { Locale } from '@coffer/contract'
import { amountOfDays, type Proration, type SwapLine } from '@coffer/contract/proration'
import type { CheckoutRow } from '../../db/schema-subscriptions.ts'
import { moneyValue, translate } from '../../lib/translate.ts'
import type { RemotePayment } from '../gateways/index.ts'
import type { DraftLine } from '../invoices/index.ts'

/** A change of plan by the amounts that its user agreed to. */
export interface PricedChange {
  oldPlan: string
  proration: Proration
}

/**
 * Returns the change that a payment pays: the first one of its new subscription, unless the amount was
 * rounded up for the gateway.
 */
export function changePaidBy(
  checkout: CheckoutRow | undefined,
  { amount, paidAt }: RemotePayment,
): PricedChange | undefined {
  if (!checkout?.proration) return undefined
  const change: PricedChange = JSON.parse(checkout.proration)
  const { credit, charge } = change.proration
  const isFirst = paidAt < charge.explanation.ends_at
  return isFirst && credit.amount + charge.amount === amount ? change : undefined
}

/** Writes the lines of a change of plan with the days that each of them covers. */
export const swapLines = (
  locale: Locale,
  { credit, charge, currency }: Proration,
  { oldPlan, newPlan }: { oldPlan: string; newPlan: string },
): DraftLine[] => [
  swapLine(
    locale,
    credit,
    currency,
    translate(locale, 'invoice_line.unused_time', { plan: oldPlan }),
  ),
  swapLine(locale, charge, currency, newPlan),
]

function swapLine(
  locale: Locale,
  { amount, explanation }: SwapLine,
  currency: string,
  description: string,
): DraftLine {
  const { price, days, of_days } = explanation
  // Refunds lower a credit, which its days then do not explain.
  const isOfDays = days < of_days && amountOfDays(explanation) === Math.abs(amount)
  return {
    description,
    detail: isOfDays
      ? translate(locale, 'invoice_line.days', {
          price: moneyValue({ amount: price, currency }),
          days,
          of_days,
        })
      : null,
    period: periodOf(explanation),
    amount,
  }
}

/** The days that a line of a change covers. */
export const periodOf = ({ starts_at, ends_at }: SwapLine['explanation']) => ({
  startsAt: starts_at,
  endsAt: ends_at,
})
