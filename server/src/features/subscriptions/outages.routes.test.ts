import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openGatewayShop } from '../../../test/gateway-shop.ts'
import type { CallFault } from '../../../test/gateways/shared/faults.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { syncOpen } from './index.ts'

const FAULTS: CallFault[] = [
  { kind: 'error-before' },
  { kind: 'limited', retryAfterS: 7 },
  { kind: 'cut-before' },
  { kind: 'silent' },
]

describe.each(['stripe', 'paypal', 'paystack'] as const)('case 60: %s', async name => {
  const shop = await openGatewayShop(name)
  const { t, simulator, subscribed, act, booked, detail } = shop
  const { gateways } = t.deps.config
  const { timeoutMs } = gateways
  const url = gateways[name].url
  const small = await shop.sellPlan({ amount: 100_000 })
  const large = await shop.sellPlan({ amount: 300_000 })
  afterEach(() => {
    simulator.faults.clear()
    Object.assign(gateways, { timeoutMs })
    Object.assign(gateways[name], { url })
  })
  afterAll(async () => {
    expect(simulator.violations).toEqual([])
    await shop.close()
  })

  /** The calls that an action makes at the gateway. */
  async function callsOf(action: () => Promise<unknown>) {
    const from = simulator.calls.length
    await action()
    return [...new Set(simulator.calls.slice(from).map(({ call }) => call))]
  }

  const buy = (user: TestClient) => act(user, 'checkout', { plan: small.id, driver: name })

  /** Fails one call of an action in one way until the action gave up, then repeats the action. */
  async function reportsOutage(
    user: TestClient,
    action: () => ReturnType<typeof act>,
    { call, fault }: { call?: string; fault: CallFault },
  ) {
    const { subscriptions: _, ...before } = await booked(user)
    const shown = await detail(user)
    // Only a silent call has to wait for it.
    if (fault.kind === 'silent') gateways.timeoutMs = 500
    simulator.faults.onCall(fault, { times: 20, ...(call !== undefined && { call }) })
    const { status, body, headers } = await action()
    expect([call, fault.kind, status, body.code]).toEqual([
      call,
      fault.kind,
      503,
      'subscription.gateway_unavailable',
    ])
    if (fault.kind === 'limited') expect(headers.get('retry-after')).toBe('7')
    expect((await user.send('GET', '/api/user')).status).toBe(200)
    simulator.faults.clear()
    gateways.timeoutMs = timeoutMs
    expect(await booked(user)).toMatchObject(before)
    expect(await detail(user)).toEqual(shown)
    expect((await action()).status).toBeLessThan(300)
  }

  it('a purchase whose calls fail is reported, and works when it is repeated', async () => {
    const calls = await callsOf(async () => buy(await t.signIn()))
    expect(calls).not.toEqual([])
    for (const [index, call] of calls.entries()) {
      const user = await t.signIn()
      const failure = FAULTS[index % FAULTS.length] as CallFault
      await reportsOutage(user, () => buy(user), { call, fault: failure })
    }
    for (const failure of FAULTS) {
      const user = await t.signIn()
      await reportsOutage(user, () => buy(user), { fault: failure })
    }
  })

  it('a gateway whose name cannot be resolved is reported', async () => {
    const user = await t.signIn()
    gateways[name].url = 'http://gateway.invalid'
    expect(await buy(user)).toMatchObject({
      status: 503,
      body: { code: 'subscription.gateway_unavailable' },
    })
    gateways[name].url = url
    expect((await buy(user)).status).toBe(201)
  })

  it.runIf(name !== 'paystack')(
    'calls that cancel, resume or change a plan are reported',
    async () => {
      const { user } = await subscribed(small.id)
      for (const path of ['cancel', 'resume']) {
        const [call] = await callsOf(() => act(user, path))
        await act(user, path === 'cancel' ? 'resume' : 'cancel')
        await reportsOutage(user, () => act(user, path), {
          call: call ?? '',
          fault: { kind: 'error-before' },
        })
      }
      const [call] = await callsOf(() => user.send('GET', `/api/subscriptions/swap/${large.id}`))
      if (call)
        await reportsOutage(user, () => act(user, `swap/${large.id}`), {
          call,
          fault: { kind: 'cut-before' },
        })
    },
  )

  it('a renewal during an outage changes nothing, and is found after it', async () => {
    const { user } = await subscribed(small.id)
    const before = await booked(user)
    await shop.later(32 * DAY_MS)
    simulator.faults.onCall({ kind: 'limited', retryAfterS: 7 }, { times: 1000 })
    await shop.renew()
    expect(await detail(user)).toMatchObject({ status: 'active' })
    const during = await booked(user)
    expect(during.capacity).toBe(before.capacity)
    expect(during.payments.filter(({ state }) => state === 'succeeded')).toHaveLength(1)
    simulator.faults.clear()
    // A charge that was cut off is read back by one run, and sent again by the next one.
    for (const ms of [HOUR_MS, 300_000]) {
      await t.jobsLater(ms)
      await simulator.clock.advance(ms)
      await syncOpen(t.deps)
      await shop.renew()
    }
    expect(await booked(user)).toMatchObject({
      subscriptions: [{ status: 'active', payment_state: 'ok' }],
      payments: [{ state: 'succeeded' }, { state: 'succeeded' }],
      invoices: [{ state: 'paid' }, { state: 'paid' }],
      isBalanced: true,
    })
  })

  it('case 61: revoked keys are shown, and subscriptions stay', async () => {
    const { user } = await subscribed(small.id)
    simulator.faults.areKeysRevoked = true
    const admin = await t.signIn('admin')
    const check = await admin.send('POST', `/api/admin/gateways/${name}/check`, {})
    expect(check.body.data).toEqual({
      is_accepted: false,
      is_live: false,
      answer: 'credentials_rejected',
    })
    await t.jobsLater(2 * HOUR_MS)
    const kept = await booked(user)
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
    expect((await buy(await t.signIn())).status).toBeGreaterThanOrEqual(400)
    await t.runJobs()
    expect(await booked(user)).toEqual(kept)
    simulator.faults.areKeysRevoked = false
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
    expect((await buy(await t.signIn())).status).toBe(201)
  })
})
