import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startDriver } from '../../../test/gateways/gateway-drivers.ts'
import type { CallFault } from '../../../test/gateways/shared/faults.ts'
import {
  type CheckoutInput,
  type Gateway,
  GatewayError,
  type PlanCopy,
  type RemotePayment,
  type Subject,
} from './gateway.ts'

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', name => {
  let driver: Awaited<ReturnType<(typeof startDriver)[typeof name]>>
  const started = startDriver[name]().then(made => {
    driver = made
  })
  const open = async () => {
    await started
    return driver
  }
  afterEach(() => {
    driver.simulator.faults.clear()
    expect(driver.simulator.violations).toEqual([])
  })
  afterAll(() => driver.simulator.close())

  const customer = () => ({
    userId: randomUUID(),
    email: 'ann@example.test',
    name: 'Ann Berg',
    externalId: null,
  })
  const newPlan = (changes: Partial<PlanCopy> = {}): PlanCopy => ({
    planId: randomUUID(),
    name: 'Pro',
    description: 'For teams',
    interval: 'month',
    amount: 1000,
    currency: driver.currency,
    isActive: true,
    externalIds: {},
    ...changes,
  })
  const checkout = (changes: Partial<CheckoutInput>): CheckoutInput => ({
    id: randomUUID(),
    purpose: 'fund',
    customer: customer(),
    description: 'Funds',
    locale: 'en',
    successUrl: 'http://127.0.0.1/done',
    cancelUrl: 'http://127.0.0.1/closed',
    expiresAt: driver.simulator.clock.now() + HOUR_MS,
    ...changes,
  })
  const subjectOf = (externalId: string): Subject => ({ kind: 'checkout', externalId })
  const due = (amount = 2000) => ({ amount, currency: driver.currency })

  async function fund(
    card: Parameters<typeof driver.pay>[1] = 'ok',
    input = checkout({ due: due() }),
  ) {
    const begun = await driver.gateway.startCheckout(input)
    driver.pay(begun.externalId, card)
    const facts = await driver.gateway.fetchFacts(subjectOf(begun.externalId))
    return { input, begun, facts, payment: facts.payments[0] as RemotePayment }
  }

  it('accepts its keys, and says so when they are revoked (61)', async () => {
    const { gateway, simulator } = await open()
    await gateway.check()
    simulator.faults.areKeysRevoked = true
    await expect(gateway.check()).rejects.toMatchObject({
      kind: 'rejected',
      code: 'credentials_rejected',
    })
    simulator.faults.areKeysRevoked = false
    await gateway.check()
  })

  it('has one customer however often it is asked', async () => {
    const { gateway } = await open()
    const person = customer()
    const [first, second] = await Promise.all([
      gateway.ensureCustomer(person),
      gateway.ensureCustomer({ ...person, email: 'new@example.test' }),
    ])
    expect(second).toBe(first)
  })

  it('copies a plan once, and follows when it is archived', async () => {
    const { gateway } = await open()
    const plan = newPlan()
    const ids = await gateway.ensurePlan(plan)
    expect(await gateway.ensurePlan(plan)).toEqual(ids)
    expect(await gateway.ensurePlan({ ...plan, isActive: false, externalIds: ids })).toEqual(ids)
  })

  it('funds by its page: open before, paid after, with our reference', async () => {
    const { gateway } = await open()
    const input = checkout({ due: due() })
    const begun = await gateway.startCheckout(input)
    expect(begun.url).toMatch(/^http/)
    const before = await gateway.fetchFacts(subjectOf(begun.externalId))
    expect(before.checkout).toEqual({ externalId: begun.externalId, state: 'open' })
    expect(before.payments.filter(({ state }) => state === 'succeeded')).toEqual([])
    driver.pay(begun.externalId)
    const after = await gateway.fetchFacts(subjectOf(begun.externalId))
    expect(after.checkout?.state).toBe('completed')
    expect(after.payments).toMatchObject([
      { ...due(), state: 'succeeded', reference: input.id, refunds: [] },
    ])
    // A dispute that is won names no taken money.
    const disputes = after.payments.flatMap(payment => payment.disputes)
    expect(disputes.filter(({ state }) => state !== 'won')).toEqual([])
  })

  it('reads the same however often and at once it is asked (11)', async () => {
    const { gateway } = await open()
    const begun = await gateway.startCheckout(checkout({ due: due() }))
    driver.pay(begun.externalId)
    const all = await Promise.all(
      [1, 2, 3].map(() => gateway.fetchFacts(subjectOf(begun.externalId))),
    )
    const ids = all.flatMap(({ payments }) => payments.map(({ externalId }) => externalId))
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  it('refunds once per key, in part and in full', async () => {
    const { gateway } = await open()
    const { payment } = await fund()
    const key = randomUUID()
    const first = await gateway.refund(key, payment.externalId, due(500))
    const again = await gateway.refund(key, payment.externalId, due(500))
    expect(again.externalId).toBe(first.externalId)
    await gateway.refund(randomUUID(), payment.externalId, due(1500))
    const facts = await gateway.fetchFacts({ kind: 'payment', externalId: payment.externalId })
    const refunds = facts.payments[0]?.refunds ?? []
    expect(refunds.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([500, 1500])
    const more = gateway.refund(randomUUID(), payment.externalId, due(1))
    await expect(more).rejects.toMatchObject({ kind: 'rejected' })
  })

  it('has a page where the card is changed, or none', async () => {
    const { gateway } = await open()
    const url = await gateway.managePaymentMethod({
      customerExternalId: (await gateway.ensureCustomer(customer())) ?? '',
      subscriptionExternalId: null,
      returnUrl: 'http://127.0.0.1/billing',
    })
    const page = { stripe: '/pay/bps_', paypal: '.paypal.com/', paystack: 'none' }[name]
    expect(url ?? 'none').toContain(page)
  })

  it('lists our payments since a time, and none of other installations (14)', async () => {
    const { gateway, another } = await open()
    const since = driver.simulator.clock.now() - HOUR_MS
    const { payment } = await fund()
    const list = async (from: Gateway) => {
      const ids: string[] = []
      for await (const each of from.listPayments(since)) ids.push(each.externalId)
      return ids
    }
    expect(await list(gateway)).toContain(payment.externalId)
    const other = another({ installation: randomUUID() })
    expect(await list(other)).toEqual([])
    const facts = await other.fetchFacts(subjectOf(payment.externalId)).catch(() => undefined)
    expect(facts?.payments ?? []).toEqual([])
  })

  it('verifies its events by their bytes (7, 12)', async () => {
    const { gateway, sign, events } = await open()
    await fund()
    expect(events().length).toBeGreaterThan(0)
    for (const event of events()) {
      const body = JSON.stringify(event, null, 1)
      const raw = Buffer.from(body)
      const verified = await gateway.verifyEvent(sign(body), raw)
      expect(verified).toMatchObject({ isLive: false, externalId: expect.any(String) })
      expect(await gateway.verifyEvent(sign(body), raw)).toEqual(verified)
      const forged = gateway.verifyEvent(sign(body), Buffer.from(`${body} `))
      await expect(forged).rejects.toMatchObject({ kind: 'rejected' })
      await expect(gateway.verifyEvent({}, raw)).rejects.toMatchObject({ kind: 'rejected' })
    }
  })

  it('knows its own events from those of others (14)', async () => {
    const { gateway, another, sign, events } = await open()
    const { begun } = await fund()
    const other = another({ installation: randomUUID() })
    const subjects = async (from: Gateway) =>
      (
        await Promise.all(
          events().map(event => {
            const body = JSON.stringify(event)
            return from.verifyEvent(sign(body), Buffer.from(body))
          }),
        )
      ).map(({ subject }) => subject?.externalId)
    expect(await subjects(gateway)).toContain(begun.externalId)
    expect(await subjects(other)).not.toContain(begun.externalId)
  })

  // Each breaks one call and all its repetitions.
  const callFaults: [string, CallFault, GatewayError['kind'][]][] = [
    ['500', { kind: 'error-before' }, ['unknown', 'unavailable']],
    ['429', { kind: 'limited', retryAfterS: 7 }, ['unavailable']],
    ['a cut connection', { kind: 'cut-before' }, ['unknown', 'unavailable']],
    ['silence', { kind: 'silent' }, ['unknown', 'unavailable']],
  ]
  it.each(callFaults)('reports %s, and works afterwards (60)', async (_, fault, kinds) => {
    const { another, simulator } = await open()
    const impatient = another({ timeoutMs: 400 })
    await impatient.check()
    simulator.faults.onCall(fault, { times: 4 })
    const error = await impatient.startCheckout(checkout({ due: due() })).catch(thrown => thrown)
    expect(error).toBeInstanceOf(GatewayError)
    expect(kinds).toContain((error as GatewayError).kind)
    if (fault.kind === 'limited') expect((error as GatewayError).retryAfterSeconds).toBe(7)
    simulator.faults.clear()
    await impatient.startCheckout(checkout({ due: due() }))
  })

  it('is unavailable where nothing listens (60)', async () => {
    const { createPaystack } = await import('./paystack/paystack-gateway.ts')
    const options = { isLive: false, installation: 'x', timeoutMs: 500, now: Date.now }
    const gateway = createPaystack({
      ...options,
      url: 'http://127.0.0.1:1',
      secretKey: 'sk_test_x',
    })
    await expect(gateway.check()).rejects.toMatchObject({ kind: 'unavailable' })
  })

  if (name !== 'paystack') {
    const subscribe = async (plan = newPlan()) => {
      const { gateway } = await open()
      const input = checkout({ purpose: 'subscribe', plan })
      const begun = await gateway.startCheckout(input)
      driver.pay(begun.externalId)
      const facts = await gateway.fetchFacts(subjectOf(begun.externalId))
      const id = facts.subscription?.externalId as string
      const read = async () =>
        (await gateway.fetchFacts({ kind: 'subscription', externalId: id })).subscription
      return { input, plan, facts, id, read }
    }

    it('subscribes, renews, cancels, resumes and ends', async () => {
      const { gateway, simulator } = await open()
      const { input, plan, facts, id, read } = await subscribe()
      expect(facts.checkout?.state).toBe('completed')
      expect(facts.subscription).toMatchObject({
        reference: input.id,
        status: 'active',
        paymentState: 'ok',
        planId: plan.planId,
        price: { amount: 1000, currency: 'EUR' },
        endsAt: null,
      })
      expect(facts.payments).toMatchObject([
        { amount: 1000, state: 'succeeded', subscriptionExternalId: id },
      ])
      await simulator.clock.advance(32 * DAY_MS)
      const renewed = await gateway.fetchFacts({ kind: 'subscription', externalId: id })
      expect(renewed.payments.filter(({ state }) => state === 'succeeded')).toHaveLength(2)

      await gateway.cancelAtEnd(id)
      await gateway.cancelAtEnd(id)
      const cancelled = await read()
      expect(cancelled?.status).toBe('cancelled')
      expect(cancelled?.endsAt).toBeGreaterThan(simulator.clock.now())
      await gateway.resume(id)
      expect(await read()).toMatchObject({ status: 'active', endsAt: null })
      // 67: the last word counts.
      await gateway.cancelAtEnd(id)
      expect((await read())?.status).toBe('cancelled')
      await gateway.resume(id)
      await gateway.endNow(id)
      await gateway.endNow(id)
      await simulator.clock.advance(32 * DAY_MS)
      expect((await read())?.status).toBe('completed')
    })

    it('previews and changes the plan where it prorates', async () => {
      const { gateway, simulator } = await open()
      const { id, read } = await subscribe()
      const change = async (amount: number, key: string = randomUUID()) => {
        const plan = newPlan({ amount })
        const externalIds = await gateway.ensurePlan(plan)
        const copy = { ...plan, externalIds }
        const at = simulator.clock.now()
        const preview = await gateway.previewChange(id, { plan: copy, at })
        if (preview === null) return { plan, preview }
        await simulator.clock.advance(HOUR_MS)
        await gateway.changePlan(key, id, { plan: copy, at })
        await gateway.changePlan(key, id, { plan: copy, at })
        return { plan, preview }
      }
      const { plan: larger, preview: due } = await change(3000)
      // At the others a new subscription replaces the old one.
      if (name === 'paypal') return expect(due).toBeNull()
      expect(due).toMatchObject({ currency: 'EUR' })
      expect(await read()).toMatchObject({ planId: larger.planId, price: { amount: 3000 } })
      const { payments } = await gateway.fetchFacts({ kind: 'subscription', externalId: id })
      expect(payments.map(({ amount }) => amount)).toEqual([due?.amount, 1000])
      const { plan: smaller, preview: rest } = await change(500)
      // The unused amount stays with the gateway.
      expect(rest?.amount).toBeLessThan(-2000)
      expect(await read()).toMatchObject({ planId: smaller.planId, price: { amount: 500 } })
    })

    it('changes nothing for a foreign subscription', async () => {
      const { another } = await open()
      const { id } = await subscribe()
      const other = another({ installation: randomUUID() })
      const facts = await other.fetchFacts({ kind: 'subscription', externalId: id })
      expect(facts).toMatchObject({ subscription: null, payments: [] })
    })
  }

  if (name !== 'paypal') {
    const save = async () => {
      const { gateway } = await open()
      const person = { ...customer() }
      const customerId = await gateway.ensureCustomer(person)
      const owner = { ...person, externalId: customerId }
      const input = checkout({ purpose: 'setup', customer: owner, due: due(100) })
      const begun = await gateway.startCheckout(input)
      driver.pay(begun.externalId)
      const { methods } = await gateway.fetchFacts(subjectOf(begun.externalId))
      return { owner, method: methods[0]?.externalId as string, methods }
    }
    const chargeInput = (saved: Awaited<ReturnType<typeof save>>, created: string[] = []) => ({
      ...due(3000),
      key: `${randomUUID()}:1`,
      customer: saved.owner,
      methodExternalId: saved.method,
      description: 'Usage',
      returnUrl: 'http://127.0.0.1/billing',
      onCreated: async (id: string) => void created.push(id),
    })

    it('stores a card and charges it once per key', async () => {
      const { gateway } = await open()
      const saved = await save()
      expect(saved.methods).toMatchObject([{ kind: 'card', last4: expect.any(String) }])
      const created: string[] = []
      const input = chargeInput(saved, created)
      const payment = await gateway.charge(input)
      expect(payment).toMatchObject({ ...due(3000), state: 'succeeded', reference: input.key })
      expect(created).toEqual([payment.externalId])
      const again = await gateway.charge(input)
      expect(again.externalId).toBe(payment.externalId)
    })

    it.each([
      ['declined_soft', 'declined'],
      ['declined_hard', 'hard_declined'],
      ['requires_3ds', 'action_required'],
    ] as const)('reports a card that is %s as %s (20, 21)', async (card, kind) => {
      const { gateway } = await open()
      const saved = await save()
      const { simulator } = driver as unknown as {
        simulator: { setCard: (id: string, to: string) => void }
      }
      simulator.setCard(saved.method, card)
      await expect(gateway.charge(chargeInput(saved))).rejects.toMatchObject({ kind })
    })

    it('reads a charge back whose connection was cut, without a second one (22)', async () => {
      const { gateway, simulator } = await open()
      const saved = await save()
      const created: string[] = []
      const call =
        name === 'stripe'
          ? 'POST /v1/payment_intents/{id}/confirm'
          : 'POST /transaction/charge_authorization'
      simulator.faults.onCall({ kind: 'cut-after' }, { call, times: 1 })
      const input = chargeInput(saved, created)
      await gateway.charge(input).catch(error => expect(error).toMatchObject({ kind: 'unknown' }))
      const [id = ''] = created
      const facts = await gateway.fetchFacts({ kind: 'payment', externalId: id })
      expect(facts.payments).toMatchObject([{ ...due(3000), state: 'succeeded' }])
      expect((await gateway.charge(input)).externalId).toBe(id)
    })

    it('forgets a card', async () => {
      const { gateway } = await open()
      const saved = await save()
      await gateway.forgetMethod(saved.method)
      await gateway.forgetMethod(saved.method)
    })
  }
})
