import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterEach, expect, test } from 'vitest'
import { type PaystackSimulator, startPaystackSimulator } from './paystack-simulator.ts'
import type { Card } from './shared/cards.ts'
import { openReceiver } from './shared/receiver.ts'

const running: PaystackSimulator[] = []

async function start() {
  const simulator = await startPaystackSimulator({ now: () => Date.UTC(2026, 0, 31, 10) })
  running.push(simulator)
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(simulator.url + path, {
      method,
      headers: {
        authorization: `Bearer ${simulator.secretKey}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of a gateway, read field by field
    return { status: response.status, body: (await response.json()) as any }
  }
  const begin = (reference: string, amount = 500_000) =>
    call('POST', '/transaction/initialize', {
      email: 'ann@example.com',
      amount,
      currency: 'NGN',
      reference,
      callback_url: 'http://127.0.0.1/done',
      channels: ['card'],
      metadata: { installation: 'a', cancel_action: 'http://127.0.0.1/closed' },
    })
  const verify = async (reference: string) =>
    (await call('GET', `/transaction/verify/${reference}`)).body.data
  return { simulator, call, begin, verify }
}

afterEach(async () => {
  const ended = running.splice(0)
  await Promise.all(ended.map(simulator => simulator.close()))
  for (const { violations } of ended) expect(violations).toEqual([])
})

async function saveCard(
  { simulator, begin, verify }: Awaited<ReturnType<typeof start>>,
  card: Card,
) {
  await begin('first00001')
  simulator.pay('first00001', { card })
  const { authorization } = await verify('first00001')
  return authorization.authorization_code as string
}

test('a transaction is paid once, and its reference is used once', async () => {
  const { simulator, begin, verify, call } = await start()
  const { body } = await begin('ref0000001')
  expect(body.data.authorization_url).toContain(body.data.access_code)
  expect((await verify('ref0000001')).status).toBe('abandoned')
  expect(simulator.pay('ref0000001', { card: 'declined_soft' })).toBe('refused')
  expect(await verify('ref0000001')).toMatchObject({
    status: 'failed',
    gateway_response: 'Insufficient Funds',
  })
  expect(simulator.pay('ref0000001')).toBe('paid')
  expect(await verify('ref0000001')).toMatchObject({
    status: 'success',
    amount: 500_000,
    metadata: { installation: 'a' },
    authorization: { reusable: true },
  })
  const { id } = await verify('ref0000001')
  expect((await call('GET', `/transaction/${id}`)).body.data.reference).toBe('ref0000001')
  expect((await begin('ref0000001')).status).toBe(400)
  expect((await call('GET', '/transaction?status=success')).body.data).toHaveLength(1)
  expect((await call('GET', '/transaction/verify/other')).status).toBe(404)
})

const charge = (code: string, reference: string) => ({
  email: 'ann@example.com',
  amount: 120_000,
  currency: 'NGN',
  authorization_code: code,
  reference,
})

test.each([
  ['ok', 'success'],
  ['declined_later', 'failed'],
  ['pending', 'pending'],
] as const)('a saved card that is %s ends as %s', async (card, status) => {
  const started = await start()
  const code = await saveCard(started, 'ok')
  started.simulator.setCard(code, card)
  const path = '/transaction/charge_authorization'
  const { body } = await started.call('POST', path, charge(code, 'second0001'))
  expect(body.data).toMatchObject({ status, reference: 'second0001' })
  await started.simulator.clock.advance(2 * DAY_MS)
  const settled = status === 'pending' ? 'success' : status
  expect((await started.verify('second0001')).status).toBe(settled)
})

test('a bank that wants the payer pauses the charge', async () => {
  const started = await start()
  const code = await saveCard(started, 'requires_3ds')
  const path = '/transaction/charge_authorization'
  const { body } = await started.call('POST', path, charge(code, 'second0001'))
  expect(body.data).toMatchObject({ paused: true, reference: 'second0001' })
  const page = await fetch(body.data.authorization_url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'confirm' }),
    redirect: 'manual',
  })
  expect(page.status).toBe(200)
  expect((await started.verify('second0001')).status).toBe('success')
})

test('refunds run for a day, and one may fail', async () => {
  const { simulator, begin, call, verify } = await start()
  await begin('ref0000001', 10_000)
  simulator.pay('ref0000001')
  const refund = (amount: number) => call('POST', '/refund', { transaction: 'ref0000001', amount })
  const first = await refund(4000)
  expect(first.body.data).toMatchObject({ status: 'pending', amount: 4000 })
  expect((await refund(6001)).status).toBe(400)
  const second = await refund(6000)
  simulator.failRefund(second.body.data.id)
  await simulator.clock.advance(25 * HOUR_MS)
  expect((await call('GET', `/refund/${first.body.data.id}`)).body.data.status).toBe('processed')
  expect((await verify('ref0000001')).status).toBe('success')
  const lastPage = await call('GET', '/refund?perPage=1&page=2&from=2026-01-31T00:00:00Z')
  expect(lastPage.body.data.map((one: { amount: number }) => one.amount)).toEqual([4000])
  expect((await call('GET', '/refund?from=2026-02-28T00:00:00Z')).body.data).toEqual([])
  const amounts = simulator.events().map(({ event, data }) => [event, data.amount])
  expect(amounts).toContainEqual(['refund.pending', '4000'])
  expect(amounts).toContainEqual(['refund.failed', 6000])
  expect(simulator.payments().map(line => [line.kind, line.amount, line.state])).toEqual([
    ['payment', 10_000, 'succeeded'],
    ['refund', 4000, 'succeeded'],
    ['refund', 6000, 'failed'],
  ])
})

test('events are signed with the secret key', async () => {
  const { simulator, begin } = await start()
  const receiver = await openReceiver()
  simulator.sendEventsTo(receiver.url)
  await begin('ref0000001')
  simulator.pay('ref0000001')
  await simulator.deliver()
  const [received] = receiver.received
  const expected = createHmac('sha512', simulator.secretKey).update(received?.body ?? '')
  expect(received?.headers['x-paystack-signature']).toBe(expected.digest('hex'))
  expect(JSON.parse(received?.body ?? '')).toMatchObject({
    event: 'charge.success',
    data: { reference: 'ref0000001', amount: 500_000 },
  })
  await receiver.close()
})
