import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterEach, expect, test } from 'vitest'
import { type PayPalSimulator, startPayPalSimulator } from './paypal-simulator.ts'
import { openReceiver } from './shared/receiver.ts'

const START = Date.UTC(2026, 0, 31, 10)
const running: PayPalSimulator[] = []

async function start() {
  const simulator = await startPayPalSimulator({ now: () => START })
  running.push(simulator)
  const { url, clientId, clientSecret } = simulator
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const authorize = async () => {
    const granted = await fetch(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return ((await granted.json()) as { access_token: string }).access_token
  }
  const call = async (method: string, path: string, body?: object, headers = {}) => {
    const token = await authorize()
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { simulator, call, authorize }
}

type Started = Awaited<ReturnType<typeof start>>

afterEach(async () => {
  const ended = running.splice(0)
  await Promise.all(ended.map(simulator => simulator.close()))
  for (const { violations } of ended) expect(violations).toEqual([])
})

async function createPlan({ call }: Started, value = '10.00') {
  const product = await call('POST', '/v1/catalogs/products', { name: 'Coffer', type: 'SERVICE' })
  const plan = await call('POST', '/v1/billing/plans', {
    product_id: product.body.id,
    name: 'Pro',
    billing_cycles: [
      {
        frequency: { interval_unit: 'MONTH', interval_count: 1 },
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
        pricing_scheme: { fixed_price: { currency_code: 'EUR', value } },
      },
    ],
    payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 2 },
  })
  return plan.body.id as string
}

async function subscribe(started: Started, more: object = {}) {
  const { body } = await started.call('POST', '/v1/billing/subscriptions', {
    plan_id: await createPlan(started),
    custom_id: 'installation-1.user-1',
    application_context: {
      return_url: 'http://127.0.0.1/done',
      cancel_url: 'http://127.0.0.1/closed',
      user_action: 'SUBSCRIBE_NOW',
      shipping_preference: 'NO_SHIPPING',
    },
    ...more,
  })
  const path = `/v1/billing/subscriptions/${body.id}`
  const read = async () => (await started.call('GET', path)).body
  const transactions = async () => {
    const range = 'start_time=2026-01-01T00:00:00Z&end_time=2027-01-01T00:00:00Z'
    return (await started.call('GET', `${path}/transactions?${range}`)).body.transactions
  }
  return { id: body.id as string, path, read, transactions, created: body }
}

test('a subscription is approved, renews, rests, resumes and is cancelled', async () => {
  const started = await start()
  const { simulator, call } = started
  const { id, path, read, transactions, created } = await subscribe(started)
  expect(created.status).toBe('APPROVAL_PENDING')
  expect(simulator.pay(id)).toBe('paid')
  expect(await read()).toMatchObject({
    status: 'ACTIVE',
    billing_info: { next_billing_time: '2026-02-28T10:00:00Z' },
  })
  await simulator.clock.advance(29 * DAY_MS)
  expect(await transactions()).toHaveLength(2)

  expect((await call('POST', `${path}/suspend`, { reason: 'Ends' })).status).toBe(204)
  await simulator.clock.advance(40 * DAY_MS)
  expect(await transactions()).toHaveLength(2)
  await call('POST', `${path}/activate`, { reason: 'Resumed' })
  expect(await read()).toMatchObject({ status: 'ACTIVE' })
  await call('POST', `${path}/cancel`, { reason: 'Ends' })
  expect((await call('POST', `${path}/activate`, {})).status).toBe(422)
  expect(simulator.events().map(event => event.event_type)).toEqual([
    'BILLING.SUBSCRIPTION.CREATED',
    'BILLING.SUBSCRIPTION.ACTIVATED',
    'PAYMENT.SALE.COMPLETED',
    'PAYMENT.SALE.COMPLETED',
    'BILLING.SUBSCRIPTION.SUSPENDED',
    'BILLING.SUBSCRIPTION.RE-ACTIVATED',
    'BILLING.SUBSCRIPTION.CANCELLED',
  ])
})

test('payments that fail are tried again and suspend the subscription at the threshold', async () => {
  const started = await start()
  const { simulator, call } = started
  const { id, path, read } = await subscribe(started)
  simulator.pay(id, { card: 'declined_later' })
  await simulator.clock.advance(29 * DAY_MS)
  expect(await read()).toMatchObject({
    status: 'ACTIVE',
    billing_info: { failed_payments_count: 1, outstanding_balance: { value: '10.00' } },
  })
  await simulator.clock.advance(5 * DAY_MS)
  expect(await read()).toMatchObject({ status: 'SUSPENDED' })
  expect((await call('POST', `${path}/activate`, {})).status).toBe(422)
})

test('one sale pays what was outstanding and the next cycle', async () => {
  const started = await start()
  const { simulator } = started
  const { id, read } = await subscribe(started, {
    plan: { payment_preferences: { payment_failure_threshold: 9 } },
  })
  simulator.pay(id, { card: 'declined_later' })
  await simulator.clock.advance(45 * DAY_MS)
  simulator.setCard(id, 'ok')
  await simulator.clock.advance(20 * DAY_MS)
  const paid = simulator.payments().filter(line => line.state === 'succeeded')
  expect(paid.map(line => line.amount)).toEqual([1000, 2000])
  expect((await read()).billing_info.outstanding_balance.value).toBe('0.00')
})

test('a new subscription takes a setup fee now and its price when it starts', async () => {
  const started = await start()
  const { simulator } = started
  const { id, read } = await subscribe(started, {
    start_time: '2026-02-20T10:00:00Z',
    plan: { payment_preferences: { setup_fee: { currency_code: 'EUR', value: '3.50' } } },
  })
  simulator.pay(id)
  expect(simulator.payments().map(line => line.amount)).toEqual([350])
  expect((await read()).billing_info.next_billing_time).toBe('2026-02-20T10:00:00Z')
  await simulator.clock.advance(21 * DAY_MS)
  expect(simulator.payments().map(line => line.amount)).toEqual([350, 1000])
})

async function order(
  { call }: Started,
  headers = {},
  amount = { currency_code: 'EUR', value: '25.00' },
) {
  const context = { return_url: 'http://127.0.0.1/done', cancel_url: 'http://127.0.0.1/closed' }
  const body = {
    intent: 'CAPTURE',
    purchase_units: [{ amount, custom_id: 'fund-1', invoice_id: 'invoice-1' }],
    payment_source: { paypal: { experience_context: context } },
  }
  return call('POST', '/v2/checkout/orders', body, headers)
}

test('an order is approved, captured once and refunded', async () => {
  const started = await start()
  const { simulator, call } = started
  const { body } = await order(started)
  expect(body.links.map((link: { rel: string }) => link.rel)).toContain('payer-action')
  const capture = () => call('POST', `/v2/checkout/orders/${body.id}/capture`, {})
  expect((await capture()).body.details[0].issue).toBe('ORDER_NOT_APPROVED')
  simulator.pay(body.id)
  expect(simulator.payments()).toEqual([])
  const captured = await capture()
  const [made] = captured.body.purchase_units[0].payments.captures
  expect(captured.status).toBe(201)
  expect(made).toMatchObject({ status: 'COMPLETED', amount: { value: '25.00' } })
  expect((await capture()).body.details[0].issue).toBe('ORDER_ALREADY_CAPTURED')

  const path = `/v2/payments/captures/${made.id}`
  const part = { amount: { currency_code: 'EUR', value: '5.00' } }
  expect((await call('POST', `${path}/refund`, part)).body.status).toBe('COMPLETED')
  expect((await call('GET', path)).body.status).toBe('PARTIALLY_REFUNDED')
  await call('POST', `${path}/refund`, {})
  expect((await call('POST', `${path}/refund`, {})).body.details[0].issue).toBe(
    'CAPTURE_FULLY_REFUNDED',
  )
  expect(simulator.payments().map(line => [line.kind, line.amount])).toEqual([
    ['payment', 2500],
    ['refund', 500],
    ['refund', 2000],
  ])
})

test('a pending capture is denied days later', async () => {
  const started = await start()
  const { simulator, call } = started
  const { body } = await order(started)
  simulator.pay(body.id, { card: 'pending_then_denied' })
  const captured = await call('POST', `/v2/checkout/orders/${body.id}/capture`, {})
  expect(captured.body.purchase_units[0].payments.captures[0].status).toBe('PENDING')
  await simulator.clock.advance(4 * DAY_MS)
  expect(simulator.payments()[0]?.state).toBe('failed')
  expect(simulator.events().at(-1)?.event_type).toBe('PAYMENT.CAPTURE.DENIED')
})

test('a sale is refunded', async () => {
  const started = await start()
  const { simulator, call } = started
  const { id, transactions } = await subscribe(started)
  simulator.pay(id)
  const [sale] = await transactions()
  const path = `/v1/payments/sale/${sale.id}/refund`
  const refund = await call('POST', path, { amount: { total: '4.00', currency: 'EUR' } })
  expect(refund.body).toMatchObject({ sale_id: sale.id, state: 'completed' })
  const more = { amount: { total: '7.00', currency: 'EUR' } }
  expect((await call('POST', path, more)).status).toBe(400)
  expect((await transactions())[0].status).toBe('PARTIALLY_REFUNDED')
})

test('a request id repeats the answer until its time, and refuses another request', async () => {
  const started = await start()
  const key = { 'paypal-request-id': 'fund:1' }
  const first = await order(started, key)
  const again = await order(started, key)
  expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
  const other = await order(started, key, { currency_code: 'EUR', value: '26.00' })
  expect(other.status).toBe(400)
  await started.simulator.clock.advance(7 * HOUR_MS)
  expect((await order(started, key)).body.id).not.toBe(first.body.id)
})

test('events are signed with a certificate that the simulator serves', async () => {
  const started = await start()
  const { simulator, call } = started
  const receiver = await openReceiver()
  const types = [{ name: 'BILLING.SUBSCRIPTION.CREATED' }]
  const webhook = await call('POST', '/v1/notifications/webhooks', {
    url: receiver.url,
    event_types: types,
  })
  await subscribe(started)
  await simulator.deliver()
  const [received] = receiver.received
  const header = (name: string) => String(received?.headers[`paypal-${name}`])
  const pem = await (await fetch(header('cert-url'))).text()
  const certificate = new X509Certificate(pem)
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(START)
  const message = [
    header('transmission-id'),
    header('transmission-time'),
    webhook.body.id,
    crc32(received?.body ?? ''),
  ].join('|')
  const signature = Buffer.from(header('transmission-sig'), 'base64')
  expect(verify('sha256', Buffer.from(message), certificate.publicKey, signature)).toBe(true)

  const ask = async (event: string) => {
    const parts = {
      auth_algo: header('auth-algo'),
      cert_url: header('cert-url'),
      transmission_id: header('transmission-id'),
      transmission_sig: header('transmission-sig'),
      transmission_time: header('transmission-time'),
      webhook_id: webhook.body.id,
    }
    const text = `${JSON.stringify(parts).slice(0, -1)},"webhook_event":${event}}`
    const { body } = await call('POST', '/v1/notifications/verify-webhook-signature', {
      toJSON: () => JSON.parse(text),
    })
    return body.verification_status
  }
  expect(await ask(received?.body ?? '')).toBe('SUCCESS')
  expect(await ask('{"id":"other"}')).toBe('FAILURE')
  await receiver.close()
})

test('events of a payment are listed in pages, and a lost dispute takes it back', async () => {
  const started = await start()
  const { simulator, call } = started
  const { id, transactions } = await subscribe(started)
  simulator.pay(id)
  const [sale] = await transactions()
  simulator.closeDispute(simulator.dispute(sale.id), sale.id, 'lost')
  expect((await transactions())[0].status).toBe('REFUNDED')
  const types: string[] = []
  let path = `/v1/notifications/webhooks-events?page_size=3&transaction_id=${sale.id}`
  while (path !== '') {
    const { body } = await call('GET', path)
    types.push(...body.events.map((event: { event_type: string }) => event.event_type))
    const next = body.links.find((link: { rel: string }) => link.rel === 'next')
    path = next ? next.href.replace(simulator.url, '') : ''
  }
  expect(types).toEqual([
    'PAYMENT.SALE.REVERSED',
    'CUSTOMER.DISPUTE.RESOLVED',
    'CUSTOMER.DISPUTE.CREATED',
    'PAYMENT.SALE.COMPLETED',
  ])
})

test('a token expires', async () => {
  const { simulator, authorize } = await start()
  const authorization = `Bearer ${await authorize()}`
  const read = () => fetch(`${simulator.url}/v1/billing/plans`, { headers: { authorization } })
  expect((await read()).status).toBe(200)
  await simulator.clock.advance(10 * HOUR_MS)
  expect((await read()).status).toBe(401)
})
