import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { toInvoice } from './stripe-presenter.ts'

const line = { amount: 1000, description: 'Small', period: { start: 1, end: 2 } }
const invoiceOf = (total: number) =>
  ({
    id: 'in_1',
    currency: 'usd',
    status: 'open',
    total,
    starting_balance: 0,
    ending_balance: 0,
    pre_payment_credit_notes_amount: 0,
    lines: { data: [line, line] },
    created: 1,
    parent: null,
  }) as Partial<Stripe.Invoice> as Stripe.Invoice

it.each([
  [2000, []],
  [1600, [{ amount: -400, currency: 'USD', description: 'Discount', period: null }]],
  [2420, [{ amount: 420, currency: 'USD', description: 'Other charges', period: null }]],
])('the lines of an invoice sum to its total of %i', (total, rest) => {
  const { amount, lines } = toInvoice(invoiceOf(total))
  expect(amount).toBe(total)
  expect(lines.slice(2)).toEqual(rest)
})
