import type { Locale } from '@coffer/contract'
import { amountOfDays, type Proration, type SwapLine } from '@coffer/contract/proration'
import { moneyValue, translate } from '../../lib/translate.ts'
import type { DraftLine } from '../invoices/index.ts'

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
