import { expect, it } from 'vitest'
import type { PaymentRow } from '../../db/schema-payments.ts'
import { NO_FACTS, type RemoteMethod, type RemotePayment } from '../gateways/index.ts'
import { planChanges } from './plan-changes.ts'

const method: RemoteMethod = {
  externalId: 'pm_1',
  kind: 'card',
  brand: 'visa',
  last4: '4242',
  payerEmail: null,
  signature: null,
  expiresAt: null,
}
const payment: RemotePayment = {
  externalId: 'pi_1',
  amount: 2000,
  currency: 'USD',
  reference: null,
  subscriptionExternalId: null,
  invoiceExternalId: null,
  state: 'succeeded',
  isHardDecline: false,
  reason: null,
  actionUrl: null,
  paidAt: 0,
  period: null,
  refunds: [],
  disputes: [],
  method,
}
const local = {
  checkout: undefined,
  subscription: undefined,
  keepsSchedule: false,
  payments: new Map([
    ['pi_1', { amount: 1000, currency: 'USD', state: 'succeeded' } as PaymentRow],
  ]),
  refunds: new Map(),
  disputes: new Map(),
  invoices: new Map(),
}

it('a card that may have been removed is not stored again with a payment of another amount', () => {
  const { methods, differences } = planChanges(
    local,
    { ...NO_FACTS, payments: [payment], methods: [method] },
    0,
  )
  expect(differences).toHaveLength(1)
  expect(methods).toEqual([])
})
