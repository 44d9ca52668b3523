import type Stripe from 'stripe'
import type { Outcome, Payment } from './checkout.ts'
import { answerBank } from './checkout.ts'
import { attach, createCard } from './customers.ts'
import { refuse } from './errors.ts'
import { collect, paymentsOf } from './invoices.ts'
import { get, type StripeState } from './state.ts'

/** A payer settles an open invoice on its page, with another card or by answering the bank. */
export function payInvoice(state: StripeState, id: string, payment: Payment): Outcome {
  const invoice = get<Stripe.Invoice>(state, 'invoice', id)
  if (invoice.status !== 'open') throw refuse(`The invoice is ${invoice.status}.`)
  if (payment.authentication === 'fail') {
    const intent = paymentsOf(state, id).at(-1)?.payment.payment_intent
    return answerBank(state, String(intent), 'fail')
  }
  const method = attach(state, createCard(state, payment.card), invoice.customer as string)
  collect(state, invoice, 'authenticated', method.id)
  return (invoice.status as string) === 'paid' ? 'paid' : 'refused'
}
