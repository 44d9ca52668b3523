import { afterEach, expect, test } from 'vitest'
import { startPayPalSimulator } from './paypal-simulator.ts'
import { startPaystackSimulator } from './paystack-simulator.ts'
import { startStripeSimulator } from './stripe-simulator.ts'

const running: { violations: unknown[]; close: () => Promise<void> }[] = []

function started<T extends (typeof running)[number]>(simulator: T): T {
  running.push(simulator)
  return simulator
}

afterEach(async () => {
  const ended = running.splice(0)
  await Promise.all(ended.map(simulator => simulator.close()))
  for (const { violations } of ended) expect(violations).toEqual([])
})

const DONE = 'http://127.0.0.1/done'
const CLOSED = 'http://127.0.0.1/closed'

async function press(address: string, action: string) {
  const body = new URLSearchParams({ action })
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  return { to: response.headers.get('location'), html: await response.text() }
}

async function post(address: string, authorization: string, body: object | URLSearchParams) {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of a gateway, read field by field
  return (await response.json()) as any
}

async function openStripe() {
  const { url, secretKey } = started(await startStripeSimulator())
  const session = await post(
    `${url}/v1/checkout/sessions`,
    `Bearer ${secretKey}`,
    new URLSearchParams({
      mode: 'payment',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '2500',
      'line_items[0][price_data][product_data][name]': 'Balance',
      success_url: `${DONE}?session={CHECKOUT_SESSION_ID}`,
      cancel_url: CLOSED,
    }),
  )
  return { address: session.url as string, done: `${DONE}?session=${session.id}`, closed: CLOSED }
}

async function openPayPal() {
  const { url, clientId, clientSecret } = started(await startPayPalSimulator())
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const grant = new URLSearchParams({ grant_type: 'client_credentials' })
  const { access_token: token } = await post(`${url}/v1/oauth2/token`, `Basic ${basic}`, grant)
  const send = (path: string, body: object) => post(url + path, `Bearer ${token}`, body)
  const product = await send('/v1/catalogs/products', { name: 'Coffer', type: 'SERVICE' })
  const price = { fixed_price: { currency_code: 'EUR', value: '25.00' } }
  const plan = await send('/v1/billing/plans', {
    product_id: product.id,
    name: 'Pro',
    billing_cycles: [
      {
        frequency: { interval_unit: 'MONTH' },
        tenure_type: 'REGULAR',
        sequence: 1,
        pricing_scheme: price,
      },
    ],
    payment_preferences: {},
  })
  const { id, links } = await send('/v1/billing/subscriptions', {
    plan_id: plan.id,
    application_context: { return_url: DONE, cancel_url: CLOSED },
  })
  const added = `?subscription_id=${id}&token=${id}`
  return { address: links[0].href as string, done: DONE + added, closed: CLOSED + added }
}

async function openPaystack() {
  const { url, secretKey } = started(await startPaystackSimulator())
  const { data } = await post(`${url}/transaction/initialize`, `Bearer ${secretKey}`, {
    email: 'ann@example.com',
    amount: 2500,
    currency: 'NGN',
    reference: 'ref0000001',
    callback_url: DONE,
    metadata: { cancel_action: CLOSED },
  })
  const done = `${DONE}?trxref=ref0000001&reference=ref0000001`
  return { address: data.authorization_url as string, done, closed: CLOSED }
}

test.each([
  ['Stripe', openStripe],
  ['PayPal', openPayPal],
  ['Paystack', openPaystack],
] as const)(
  'the page of %s is closed, declines, asks for 3-D Secure, and pays',
  async (name, open) => {
    const { address, done, closed } = await open()
    const html = await (await fetch(address)).text()
    expect(html).toContain(`Simulated ${name}: no money moves.`)
    for (const label of ['Pay', 'Decline', 'Needs 3-D Secure', 'Close']) {
      expect(html).toContain(`>${label}</button>`)
    }
    expect((await press(address, 'close')).to).toBe(closed)
    expect((await press(address, 'decline')).html).toContain('role="alert"')
    expect((await press(address, 'authenticate')).html).toContain('Confirm the payment')
    expect((await press(address, 'fail')).html).toContain('declined')
    expect((await press(address, 'confirm')).to).toBe(done)
  },
)

test('a page that does not exist answers 404', async () => {
  const { url } = started(await startStripeSimulator())
  expect((await fetch(`${url}/pay/other`)).status).toBe(404)
})
