import type { Card } from '../shared/cards.ts'
import { CHALLENGE_BUTTONS, PAY_BUTTONS, pageRenderer } from '../shared/hosted-page.ts'
import type { PageAnswer } from '../shared/simulator-server.ts'
import { agreementOf, priceOf } from './billing.ts'
import { approveOrder, urlsOf } from './orders.ts'
import type { Order, PayPalState, Subscription } from './state.ts'
import { approve } from './subscriptions.ts'

/** The page on which a payer approves a subscription or an order. */
export function paypalPage(state: PayPalState) {
  return (method: string, id: string, form: URLSearchParams): PageAnswer => {
    const action = method === 'POST' ? form.get('action') : null
    const subscription = state.subscriptions.get(id)
    if (subscription) return subscriptionPage(state, subscription, action)
    const order = state.orders.get(id)
    if (order) return orderPage(state, order, action)
    return { ...show('Page not found', []), status: 404 }
  }
}

const show = pageRenderer('PayPal')

const CARDS: Record<string, Card> = {
  pay: 'ok',
  decline: 'declined_soft',
  confirm: 'requires_3ds',
  fail: 'declined_hard',
}

function goTo(url: string, added: Record<string, string>): PageAnswer {
  const location = new URL(url)
  for (const [name, value] of Object.entries(added)) location.searchParams.set(name, value)
  return { status: 303, location: location.href }
}

function subscriptionPage(
  state: PayPalState,
  subscription: Subscription,
  action: string | null,
): PageAnswer {
  const { returnUrl, cancelUrl } = agreementOf(state, subscription)
  const parameters = { subscription_id: subscription.id, token: subscription.id }
  if (subscription.status !== 'APPROVAL_PENDING') {
    return show('Nothing to approve', [])
  }
  const { value, currency_code: currency } = priceOf(state, subscription)
  const stay = (notice?: string, buttons = PAY_BUTTONS) =>
    show('Subscription', [`${value} ${currency}`], buttons, notice)
  if (action === null) return stay()
  if (action === 'close') return goTo(cancelUrl, parameters)
  if (action === 'authenticate') return stay('Your bank asks for you.', CHALLENGE_BUTTONS)
  if (approve(state, subscription.id, CARDS[action] ?? 'ok')) return goTo(returnUrl, parameters)
  return stay('Your payment was declined.')
}

function orderPage(state: PayPalState, order: Order, action: string | null): PageAnswer {
  const { return_url: returnUrl = '', cancel_url: cancelUrl = '' } = urlsOf(order)
  if (order.status === 'COMPLETED') return show('Nothing to approve', [])
  const { value, currency_code: currency } = order.purchase_units[0]?.amount ?? {}
  const stay = (notice?: string, buttons = PAY_BUTTONS) =>
    show('Payment', [`${value} ${currency}`], buttons, notice)
  if (action === null) return stay()
  if (action === 'close') return goTo(cancelUrl, { token: order.id })
  if (action === 'authenticate') return stay('Your bank asks for you.', CHALLENGE_BUTTONS)
  approveOrder(state, order.id, CARDS[action] ?? 'ok')
  return goTo(returnUrl, { token: order.id, PayerID: '2J6QB8YJQSJRJ' })
}
