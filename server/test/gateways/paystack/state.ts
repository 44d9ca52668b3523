import type { Card } from '../shared/cards.ts'
import type { Fields } from '../shared/description.ts'
import { randomId } from '../shared/ids.ts'
import type { Core } from '../shared/simulator-server.ts'

export interface Customer {
  id: number
  email: string
  customer_code: string
}

export interface Authorization {
  authorization_code: string
  last4: string
  reusable: boolean
  [name: string]: unknown
}

export interface Transaction {
  id: number
  /** Chosen by the merchant; it cannot be used again. */
  reference: string
  accessCode: string
  status: 'abandoned' | 'success' | 'failed' | 'pending' | 'ongoing' | 'reversed'
  amount: number
  currency: string
  message: string
  createdAt: string
  paidAt: string | null
  customer: Customer
  authorization?: Authorization
  metadata: unknown
  callbackUrl: string
  /** Began with a saved authorisation. */
  isRecurring: boolean
}

export interface Refund {
  id: number
  status: 'pending' | 'processing' | 'needs-attention' | 'processed' | 'failed'
  amount: number
  transaction: Transaction
  createdAt: string
  merchantNote: string
  customerNote: string
  /** The lost dispute that it pays out. */
  dispute: Dispute | null
}

export interface Dispute {
  id: number
  transaction: Transaction
  amount: number
  /** Null while the bank decides. */
  resolution: 'declined' | 'merchant-accepted' | null
  createdAt: string
  resolvedAt: string | null
}

export interface PaystackState {
  core: Core
  url: () => string
  customers: Map<string, Customer>
  authorizations: Map<string, { card: Card; email: string; authorization: Authorization }>
  /** By reference. */
  transactions: Map<string, Transaction>
  refunds: Map<number, Refund>
  disputes: Dispute[]
  events: { event: string; data: Fields }[]
  newNumber: () => number
  /** Whether calls from our address are refused. */
  isAddressRefused: boolean
  /** Whether another system of the merchant has used the next reference. */
  isNextUsed: boolean
}

export function createState(core: Core, url: () => string): PaystackState {
  // Ids are numbers; a random start keeps those of several simulators apart.
  let last = Math.floor(Math.random() * 2 ** 40)
  return {
    core,
    url,
    customers: new Map(),
    authorizations: new Map(),
    transactions: new Map(),
    refunds: new Map(),
    disputes: [],
    events: [],
    newNumber: () => ++last,
    isAddressRefused: false,
    isNextUsed: false,
  }
}

export const timeNow = ({ core }: PaystackState) => new Date(core.clock.now()).toISOString()

export function customerOf(state: PaystackState, email: string): Customer {
  const known = state.customers.get(email)
  if (known) return known
  const customer = { id: state.newNumber(), email, customer_code: randomId('CUS_', 15) }
  state.customers.set(email, customer)
  return customer
}

/** Events have no id. */
export function emit(state: PaystackState, event: string, data: Fields): void {
  const body = { event, data: structuredClone(data) }
  state.events.push(body)
  const id = `${event}:${state.events.length}`
  state.core.events.push({ id, type: event, body: JSON.stringify(body) })
}
