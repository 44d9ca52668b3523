import { createHash, randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { INSTALLATION } from '../../../../test/gateways/gateway-drivers.ts'
import { startPaystackSimulator } from '../../../../test/gateways/paystack-simulator.ts'
import type { CheckoutInput } from '../gateway.ts'
import { createPaystack } from './paystack-gateway.ts'

const simulator = await startPaystackSimulator()
const gateway = createPaystack({
  url: simulator.url,
  isLive: false,
  installation: INSTALLATION,
  timeoutMs: 5000,
  now: simulator.clock.now,
  secretKey: simulator.secretKey,
})
afterAll(async () => {
  await simulator.close()
  expect(simulator.violations).toEqual([])
})

const checkout = (id: string = randomUUID()): CheckoutInput => ({
  id,
  purpose: 'fund',
  customer: { userId: randomUUID(), email: 'ann@example.test', name: 'Ann', externalId: null },
  due: { amount: 10_000, currency: 'NGN' },
  description: 'Funds',
  locale: 'en',
  successUrl: 'http://127.0.0.1/done',
  cancelUrl: 'http://127.0.0.1/closed',
  expiresAt: simulator.clock.now() + 3_600_000,
})

it('58: takes another reference when the first is used, and loses nothing', async () => {
  const first = await gateway.startCheckout(checkout('the-same'))
  expect(first.externalId).toMatch(/^[a-z0-9]{10}$/)
  const second = await gateway.startCheckout(checkout('the-same'))
  expect(second.externalId).not.toBe(first.externalId)
  simulator.pay(second.externalId)
  const facts = await gateway.fetchFacts({ kind: 'checkout', externalId: second.externalId })
  expect(facts.payments).toMatchObject([{ amount: 10_000, reference: 'the-same' }])
})

const sign = (body: string) => ({ 'x-paystack-signature': simulator.sign(body) })
const verify = (body: string) => gateway.verifyEvent(sign(body), Buffer.from(body))
const eventOf = (data: object, event = 'charge.success') =>
  JSON.stringify({ event, data: { domain: 'test', reference: 'r1', ...data } })

it('12: the same body has the same id, and a reference that is not ours no subject', async () => {
  const metadata = { installation: INSTALLATION, reference: 'c', kind: 'checkout' }
  const body = eventOf({ metadata })
  const id = createHash('sha512').update(body).digest('hex')
  expect(await verify(body)).toMatchObject({
    externalId: id,
    subject: { kind: 'checkout', externalId: 'r1' },
  })
  expect(await verify(body)).toEqual(await verify(body))
  for (const foreign of ['', 0, null, { custom_fields: [] }, { ...metadata, installation: 'x' }])
    expect((await verify(eventOf({ metadata: foreign }))).subject).toBeUndefined()
})

it('13: amounts that come as text are the same cents', async () => {
  const refund = { transaction_reference: 'r1', amount: '10000', currency: 'NGN' }
  expect((await verify(eventOf(refund, 'refund.pending'))).subject).toEqual({
    kind: 'payment',
    externalId: 'r1',
  })
  const { amountFrom } = await import('../wire-amounts.ts')
  expect(amountFrom('paystack', '10000', 'NGN')).toEqual(amountFrom('paystack', 10_000, 'NGN'))
})

it('14: says of which mode an event is', async () => {
  expect((await verify(eventOf({ domain: 'live' }))).isLive).toBe(true)
  expect((await verify(eventOf({}))).isLive).toBe(false)
})
