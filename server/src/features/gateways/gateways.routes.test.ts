import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { startPayPalSimulator } from '../../../test/gateways/paypal-simulator.ts'
import { simulatorVariables } from '../../../test/gateways/simulators.ts'
import { startStripeSimulator } from '../../../test/gateways/stripe-simulator.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { readConfig } from '../../config.ts'
import { readSecret } from '../settings/index.ts'
import {
  ensureCustomer,
  gatewayNamed,
  gatewaysOf,
  offeredGatewaysOf,
  storeMethods,
} from './index.ts'

const stripe = await startStripeSimulator()
const paypal = await startPayPalSimulator()
const operator = operatorOf({ stripe, paypal })
const { gateways } = readConfig({ STRIPE_URL: stripe.url, PAYPAL_URL: paypal.url })
const t = await createTestApp({ config: { gateways } })
const admin = await t.signIn('admin')
const keys = {
  values: { paypal_client_id: paypal.clientId },
  secrets: { stripe_secret_key: stripe.secretKey, paypal_client_secret: paypal.clientSecret },
}

afterAll(async () => {
  await t.close()
  await stripe.close()
  await paypal.close()
  expect([stripe.violations, paypal.violations]).toEqual([[], []])
})
beforeEach(async () => {
  await t.settings({ subscription_type: 'fixed', allowed_stripe: true })
  const reply = await admin.send('PATCH', '/api/admin/settings', keys)
  expect(reply.status).toBe(200)
})

const stateOf = async (name: string, client: TestClient = admin) => {
  const { body } = await client.send('GET', '/api/admin/gateways')
  return body.data.find((each: { name: string }) => each.name === name)
}
const config = async () => (await t.anonymous().send('GET', '/api/config')).body

it('only gateways with keys exist, and only allowed ones are offered', async () => {
  const names = async (read: typeof gatewaysOf) => (await read(t.deps)).map(({ name }) => name)
  expect(await names(gatewaysOf)).toEqual(['stripe', 'paypal', 'system'])
  await t.settings({ allowed_stripe: false })
  expect(await names(gatewaysOf)).toEqual(['stripe', 'paypal', 'system'])
  expect(await names(offeredGatewaysOf)).toEqual(['paypal', 'system'])
  expect(await config()).toMatchObject({ isStripe: false, isPayPal: true, isPaystack: false })
  await expect(gatewayNamed(t.deps, 'paystack')).rejects.toMatchObject({ code: 'not_configured' })
})

it('without billing no gateway can be used', async () => {
  await t.settings({ subscription_type: 'none' })
  expect(await config()).toMatchObject({ isStripe: false, isPayPal: false })
})

it('61: revoked keys are shown, and accepted ones with their mode', async () => {
  const check = async () =>
    (await admin.send('POST', '/api/admin/gateways/stripe/check', {})).body.data
  expect(await check()).toEqual({ is_accepted: true, is_live: false, answer: null })
  stripe.faults.areKeysRevoked = true
  expect(await check()).toEqual({
    is_accepted: false,
    is_live: false,
    answer: 'credentials_rejected',
  })
  stripe.faults.areKeysRevoked = false
  expect(await stateOf('paystack')).toMatchObject({ is_configured: false })
})

describe.each([
  ['stripe', 'stripe_webhook_secret', '/v1/webhook_endpoints'],
  ['paypal', 'paypal_webhook_id', '/v1/notifications/webhooks'],
] as const)('the webhook of %s', (name, secret, path) => {
  const register = async (client = admin) =>
    (await client.send('POST', `/api/admin/gateways/${name}/webhook`, {})).body
  const url = `${t.origin}/api/subscriptions/${name}/webhooks`
  const registered = async () => {
    const { data, webhooks } = (await operator.read(name, path)) as {
      data?: { id: string }[]
      webhooks?: { id: string }[]
    }
    return (data ?? webhooks ?? []).map(({ id }) => id)
  }

  it('is registered, and replaces an earlier one', async () => {
    expect((await register()).data).toEqual({ is_registered: true, url, answer: null })
    const first = await readSecret(t.deps, secret)
    const [earlier] = await registered()
    expect(first).toBeTruthy()
    expect(await stateOf(name)).toMatchObject({
      webhook: { url, registered_url: url, rejected: 0 },
    })
    expect((await register()).data).toMatchObject({ is_registered: true })
    expect(await registered()).toHaveLength(1)
    // PayPal registers each address once and returns the registration that it has.
    const isSame = name === 'paypal'
    expect((await readSecret(t.deps, secret)) === first).toBe(isSame)
    expect((await registered())[0] === earlier).toBe(isSame)
  })

  it('stays when it cannot be registered again', async () => {
    await register()
    const earlier = await registered()
    const before = await readSecret(t.deps, secret)
    const simulator = { stripe, paypal }[name]
    const call = `${name === 'stripe' ? 'POST' : 'GET'} ${path}`
    simulator.faults.onCall({ kind: 'refused' }, { call })
    expect((await register()).data).toMatchObject({ is_registered: false })
    simulator.faults.clear()
    expect(await registered()).toEqual(earlier)
    expect(await readSecret(t.deps, secret)).toBe(before)
  })

  it('is not registered where the environment sets what verifies its events', async () => {
    await register()
    const earlier = await registered()
    const { gateways } = readConfig({
      ...simulatorVariables({ stripe, paypal }),
    })
    const fixed = await createTestApp({ config: { gateways } })
    await fixed.settings({ subscription_type: 'fixed' })
    expect(await register(await fixed.signIn('admin'))).toMatchObject({
      code: 'request.invalid',
      errors: { [`secrets.${secret}`]: [expect.stringContaining('environment')] },
    })
    await fixed.close()
    expect(await registered()).toEqual(earlier)
  })
})

it('the webhook of PayPal gets the events of this version when it is registered again', async () => {
  const register = () => admin.send('POST', '/api/admin/gateways/paypal/webhook', {})
  const path = '/v1/notifications/webhooks'
  const read = async () => {
    const { webhooks } = (await operator.read('paypal', path)) as {
      webhooks?: { id: string; event_types: object[] }[]
    }
    return webhooks?.[0]
  }
  await register()
  const first = await read()
  const value = first?.event_types.slice(1)
  const patch = [{ op: 'replace', path: '/event_types', value }]
  await operator.call('paypal', `${path}/${first?.id}`, patch, 'PATCH')
  expect(await read()).toMatchObject({ event_types: value })
  await register()
  expect(await read()).toEqual(first)
})

it('a user has one customer at a gateway, however many ask at once', async () => {
  const gateway = await gatewayNamed(t.deps, 'stripe')
  const { userId } = await t.signIn()
  const person = { userId, email: 'ann@example.test', name: 'Ann' }
  const all = await Promise.all([1, 2, 3].map(() => ensureCustomer(t.deps, gateway, person)))
  expect(new Set(all).size).toBe(1)
  expect(await ensureCustomer(t.deps, gateway, { ...person, email: 'b@example.test' })).toBe(all[0])
  const rows = await t.deps.db.selectFrom('gateway_customers').selectAll().execute()
  expect(rows.filter(row => row.user_id === userId)).toHaveLength(1)
})

it('the first card of a user becomes the default, and a card of another user stays theirs', async () => {
  const card = (externalId: string) => ({
    externalId,
    kind: 'card' as const,
    brand: 'visa',
    last4: '4242',
    payerEmail: null,
    signature: null,
    expiresAt: null,
  })
  const gateway = { name: 'stripe' as const, isLive: false }
  const [ann, ben] = [await t.signIn(), await t.signIn()]
  const store = (userId: string, ...ids: string[]) =>
    t.deps.transact(tx => storeMethods(tx, t.deps, { userId, gateway }, ids.map(card)))
  await store(ann.userId, 'pm_1', 'pm_2')
  await store(ann.userId, 'pm_2')
  await store(ben.userId, 'pm_1')
  const rows = await t.deps.db
    .selectFrom('payment_methods')
    .select(['user_id', 'external_id', 'is_default'])
    .orderBy('external_id')
    .execute()
  expect(rows.map(row => [row.user_id === ann.userId, row.external_id])).toEqual([
    [true, 'pm_1'],
    [true, 'pm_2'],
  ])
  expect(rows.filter(row => row.is_default === 1)).toHaveLength(1)
})
