import type Stripe from 'stripe'
import type { Card } from '../shared/cards.ts'
import { CHALLENGE_BUTTONS, PAY_BUTTONS, pageRenderer } from '../shared/hosted-page.ts'
import type { PageAnswer } from '../shared/simulator-server.ts'
import { answerBank, type Checkout, findSession, type Payment } from './checkout.ts'
import { replaceCard } from './customers.ts'
import { payInvoice } from './hosted-invoice.ts'
import { find, isAnswer, type StripeState } from './state.ts'

interface Visit {
  id: string
  /** The button that was pressed. */
  action: string | null
}

/** The pages that people see: checkout, portal, the bank's question, an invoice. */
export function stripePage(state: StripeState, checkout: Checkout) {
  return (method: string, id: string, form: URLSearchParams): PageAnswer => {
    const action = method === 'POST' ? form.get('action') : null
    const visit = { id, action }
    if (id.startsWith('cs_')) return checkoutPage(state, checkout, visit)
    if (id.startsWith('bps_')) return portalPage(state, visit)
    if (id.startsWith('pi_')) return challengePage(state, visit)
    if (id.startsWith('in_')) return invoicePage(state, visit)
    return { ...show('Page not found', []), status: 404 }
  }
}

const show = pageRenderer('Stripe')

const goTo = (location: string | null): PageAnswer => ({ status: 303, location: location ?? '/' })

const CARDS: Record<string, Card> = { pay: 'ok', decline: 'declined_soft' }

function checkoutPage(state: StripeState, checkout: Checkout, { id, action }: Visit): PageAnswer {
  const session = findSession(state, id)
  if (session?.status !== 'open') {
    return show('This checkout has ended', [])
  }
  const price = `${session.amount_total} ${session.currency} (minor units)`
  const lines = session.mode === 'setup' ? ['Save a card'] : [price]
  const stay = (notice?: string, buttons = PAY_BUTTONS) => show('Checkout', lines, buttons, notice)
  if (action === null) return stay()
  if (action === 'close') return goTo(session.cancel_url)
  if (action === 'authenticate') return stay('Your bank asks for you.', CHALLENGE_BUTTONS)
  const outcome = attemptIt(() => checkout.pay(id, paymentOf(action)))
  if (outcome === 'refused') return stay('Your card was declined.')
  return goTo(session.success_url?.replace('{CHECKOUT_SESSION_ID}', id) ?? null)
}

function paymentOf(action: string): Payment {
  if (action === 'confirm') return { card: 'requires_3ds' }
  if (action === 'fail') return { card: 'requires_3ds', authentication: 'fail' }
  return { card: CARDS[action] ?? 'ok' }
}

function portalPage(state: StripeState, { id, action }: Visit): PageAnswer {
  const session = find<Stripe.BillingPortal.Session>(state, 'billing_portal.session', id)
  if (!session) return { ...show('Page not found', []), status: 404 }
  if (action === 'close') return goTo(session.return_url)
  if (action !== null) {
    replaceCard(state, session.customer as string, CARDS[action] ?? 'requires_3ds')
    return goTo(session.return_url)
  }
  return show('Choose another card', [], PORTAL_BUTTONS)
}

const PORTAL_BUTTONS = [
  { action: 'pay', label: 'Use a card that works' },
  { action: 'decline', label: 'Use a card that is declined' },
  { action: 'authenticate', label: 'Use a card that needs 3-D Secure' },
  { action: 'close', label: 'Close' },
]

function challengePage(state: StripeState, { id, action }: Visit): PageAnswer {
  const intent = find<Stripe.PaymentIntent>(state, 'payment_intent', id)
  if (intent?.status !== 'requires_action') {
    return show('Nothing to confirm', [])
  }
  if (action === null) {
    const lines = [`${intent.amount} ${intent.currency} (minor units)`]
    return show('Your bank asks for you', lines, CHALLENGE_BUTTONS)
  }
  const back = intent.next_action?.redirect_to_url?.return_url ?? null
  answerBank(state, id, action === 'confirm' ? 'pass' : 'fail')
  return back === null ? show('Done', []) : goTo(back)
}

function invoicePage(state: StripeState, { id, action }: Visit): PageAnswer {
  const invoice = find<Stripe.Invoice>(state, 'invoice', id)
  if (invoice?.status !== 'open') return show('Nothing to pay', [])
  const lines = [`${invoice.amount_due} ${invoice.currency} (minor units)`]
  const stay = (notice?: string) => show(`Invoice ${invoice.number}`, lines, PAY_BUTTONS, notice)
  if (action === null || action === 'close') return stay()
  const card = CARDS[action] ?? 'requires_3ds'
  const outcome = attemptIt(() => payInvoice(state, id, { card }))
  return outcome === 'paid' ? show('Paid', []) : stay('Declined.')
}

/** A page shows a refusal where a call would answer it. */
function attemptIt<T>(run: () => T): T | 'refused' {
  try {
    return run()
  } catch (error) {
    if (isAnswer(error)) return 'refused'
    throw error
  }
}
