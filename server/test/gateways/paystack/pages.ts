import type { Card } from '../shared/cards.ts'
import { CHALLENGE_BUTTONS, PAY_BUTTONS, pageRenderer } from '../shared/hosted-page.ts'
import type { PageAnswer } from '../shared/simulator-server.ts'
import type { PaystackState, Transaction } from './state.ts'
import { payTransaction } from './transactions.ts'

const PAYMENTS: Record<string, [card: Card, authentication: 'pass' | 'fail']> = {
  pay: ['ok', 'pass'],
  decline: ['declined_soft', 'pass'],
  confirm: ['requires_3ds', 'pass'],
  fail: ['requires_3ds', 'fail'],
}

const show = pageRenderer('Paystack')

/** The page on which a payer pays a transaction. */
export function paystackPage(state: PaystackState) {
  return (method: string, accessCode: string, form: URLSearchParams): PageAnswer => {
    const action = method === 'POST' ? form.get('action') : null
    const transaction = [...state.transactions.values()].find(one => one.accessCode === accessCode)
    if (!transaction) return { ...show('Page not found', []), status: 404 }
    if (transaction.status === 'success' || transaction.status === 'pending') {
      return goBack(transaction)
    }
    return answer(state, transaction, action)
  }
}

function answer(state: PaystackState, transaction: Transaction, action: string | null): PageAnswer {
  const { amount, currency, isRecurring } = transaction
  const stay = (notice?: string, buttons = PAY_BUTTONS) =>
    show('Payment', [`${amount} ${currency} (minor units)`], buttons, notice)
  if (action === null) return stay(undefined, isRecurring ? CHALLENGE_BUTTONS : PAY_BUTTONS)
  if (action === 'close') return goCancelled(transaction)
  if (action === 'authenticate') return stay('Your bank asks for you.', CHALLENGE_BUTTONS)
  const [card, authentication] = PAYMENTS[action] ?? ['ok', 'pass']
  const outcome = payTransaction(state, transaction.reference, { card, authentication })
  return outcome === 'refused' ? stay('Your card was declined.') : goBack(transaction)
}

function goBack({ callbackUrl, reference }: Transaction): PageAnswer {
  if (callbackUrl === '') return show('Done', [])
  const location = new URL(callbackUrl)
  location.searchParams.set('trxref', reference)
  location.searchParams.set('reference', reference)
  return { status: 303, location: location.href }
}

/** Paystack goes where `metadata.cancel_action` says. */
function goCancelled({ metadata }: Transaction): PageAnswer {
  const { cancel_action: location } = (metadata || {}) as { cancel_action?: string }
  if (location === undefined) return show('Closed', [])
  return { status: 303, location }
}
