import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startDriver } from '../../../test/gateways/gateway-drivers.ts'
import type { CheckoutInput } from './gateway.ts'
import { amountFrom, decimalOf, integerOf } from './wire-amounts.ts'

const drivers = [
  await startDriver.stripe(),
  await startDriver.paypal(),
  await startDriver.paystack(),
]
afterAll(() => Promise.all(drivers.map(({ simulator }) => simulator.close())))

it.each([
  [{ amount: 500, currency: 'JPY' }, 500],
  [{ amount: 1230, currency: 'KWD' }, 1230],
  [{ amount: 100_000, currency: 'HUF' }, 100_000],
  [{ amount: 500, currency: 'ISK' }, 50_000],
  [{ amount: 500, currency: 'UGX' }, 50_000],
  [{ amount: 500, currency: 'MGA' }, 5],
])('27: sends %o to Stripe as %i, and reads it back', (amount, sent) => {
  expect(integerOf('stripe', amount)).toBe(sent)
  expect(amountFrom('stripe', sent, amount.currency.toLowerCase())).toEqual(amount)
})

it.each([
  [{ amount: 500, currency: 'JPY' }, '500'],
  [{ amount: 100_000, currency: 'HUF' }, '1000'],
  [{ amount: 1050, currency: 'EUR' }, '10.50'],
])('27: sends %o to PayPal as %s, and reads it back', (amount, sent) => {
  expect(decimalOf(amount)).toBe(sent)
  expect(amountFrom('paypal', sent, amount.currency)).toEqual(amount)
})

it('27: says so if a gateway cannot be sent an amount', () => {
  const code = 'amount_not_sendable'
  const cases = [
    () => integerOf('stripe', { amount: 1231, currency: 'KWD' }),
    () => integerOf('paystack', { amount: 100, currency: 'EUR' }),
    () => decimalOf({ amount: 150, currency: 'HUF' }),
    () => decimalOf({ amount: 500, currency: 'ISK' }),
  ]
  for (const send of cases)
    expect(send).toThrow(expect.objectContaining({ kind: 'rejected', code }))
})

it.each([0, 1, 2])('27 and 29: gateway %i reports the amount that was paid', async index => {
  const driver = drivers[index] as (typeof drivers)[number]
  const { gateway, simulator } = driver
  const currency = gateway.name === 'paystack' ? 'NGN' : 'HUF'
  const input: CheckoutInput = {
    id: randomUUID(),
    purpose: 'fund',
    customer: { userId: randomUUID(), email: 'a@example.test', name: 'A', externalId: null },
    due: { amount: 100_000, currency },
    description: 'Funds',
    locale: 'es',
    successUrl: 'http://127.0.0.1/done',
    cancelUrl: 'http://127.0.0.1/closed',
    expiresAt: simulator.clock.now() + 3_600_000,
  }
  const { externalId } = await gateway.startCheckout(input)
  driver.pay(externalId)
  const { payments } = await gateway.fetchFacts({ kind: 'checkout', externalId })
  expect(payments).toMatchObject([{ amount: 100_000, currency, state: 'succeeded' }])
  expect(simulator.violations).toEqual([])
})
