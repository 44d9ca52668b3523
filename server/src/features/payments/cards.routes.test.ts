import { setTimeout } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { removePaymentMethod } from '@coffer/contract/subscriptions'
import { afterAll, describe, expect, it } from 'vitest'
import { CARD_GATEWAYS, CHARGE_CALL, savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { queueSync, removeMethod } from '../gateways/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { sendReminders } from '../settlement/index.ts'
import { syncOpen } from '../subscriptions/index.ts'
import { collect } from './index.ts'

const shop = await openShop('stripe', 'paystack')
const { t, simulators, later } = shop
const { cardholder, bill, owe, save, invoiceOf, paymentsOf, chargedAt } = savedCards(shop)
const { db } = t.deps
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

/** Runs what the clock runs after some time. */
async function clock(ms: number): Promise<void> {
  await later(ms)
  await syncOpen(t.deps)
  await t.runJobs()
  await sendReminders(t.deps)
}

/** The cards of a user, the oldest first. */
const methodsOf = ({ userId }: TestClient) =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

const reminders = ({ userId }: TestClient) =>
  db
    .selectFrom('dunnings')
    .select('step')
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .execute()

const liveOf = async ({ userId }: TestClient) =>
  (await shop.rows('subscriptions', userId)).at(-1)?.id ?? ''

/** The call that removes a saved card. */
const FORGET_CALL = {
  stripe: 'POST /v1/payment_methods/{id}/detach',
  paystack: 'POST /customer/authorization/deactivate',
} as const

describe.each(CARD_GATEWAYS)('%s', driver => {
  it.each(['declined_soft', 'requires_3ds'] as const)(
    'case 55: another card pays all debts after one that is %s, and the next ones',
    async card => {
      const user = await cardholder(driver, card)
      const ids = [await bill(user, 1201)]
      await clock(2 * DAY_MS)
      ids.push(await bill(user, 1202))
      await save(user, driver)
      await t.runJobs()
      for (const id of ids) expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
      expect(await methodsOf(user)).toMatchObject([{ is_default: 0 }, { is_default: 1 }])
      expect(await invoiceOf(await bill(user, 1203))).toMatchObject({ state: 'paid' })
      await clock(4 * DAY_MS)
      expect((await restrictionsOfUser(db, user.userId)).canUpload).not.toBe('unpaid')
    },
  )
})

it('Stripe: a renewal with the former card does not make it the default again', async () => {
  const plan = await shop.sellPlan()
  const { user, subscriptionId } = await shop.subscribed(plan.id, { driver: 'stripe' })
  await later(DAY_MS)
  await save(user, 'stripe')
  const cards = await methodsOf(user)
  expect(cards).toMatchObject([{ is_default: 0 }, { is_default: 1 }])
  await shop.asAdmin('POST', `/${subscriptionId}/sync`)
  await clock(31 * DAY_MS)
  expect(await methodsOf(user)).toMatchObject(
    cards.map(({ id, is_default }) => ({ id, is_default })),
  )
})

const remove = async (user: TestClient, id: string) =>
  (await t.signInAgain(user)).call(removePaymentMethod, { params: { id } })
const nextCardOf = async (user: TestClient) =>
  (await methodsOf(user)).find(({ is_default }) => is_default === 1)

describe.each(CARD_GATEWAYS)('removing a card: %s', driver => {
  it('forgets it at the gateway too, and charges the one that is left', async () => {
    const user = await cardholder(driver)
    await later(DAY_MS)
    await save(user, driver)
    const [first, second] = await methodsOf(user)
    expect((await remove(user, second?.id ?? '')).status).toBe(204)
    await t.runJobs()
    expect(await methodsOf(user)).toMatchObject([{ id: first?.id, is_default: 1 }])
    expect(simulators[driver].isSaved(second?.external_id ?? '')).toBe(false)
    expect(simulators[driver].isSaved(first?.external_id ?? '')).toBe(true)
    expect(await invoiceOf(await bill(user, 1211))).toMatchObject({ state: 'paid' })
  })

  it('the last one leaves nothing to charge, and the bill is reminded of', async () => {
    const user = await cardholder(driver)
    await remove(user, (await nextCardOf(user))?.id ?? '')
    await t.runJobs()
    expect(await methodsOf(user)).toEqual([])
    const id = await bill(user, 1212)
    expect(await paymentsOf(id)).toEqual([])
    await clock(DAY_MS)
    expect(await methodsOf(user)).toEqual([])
    expect((await reminders(user)).map(({ step }) => step)).toEqual([1])
  })

  it('waits until a payment with it is complete', async () => {
    const user = await cardholder(driver, 'pending')
    const id = await bill(user, 1213)
    const card = await nextCardOf(user)
    expect(await remove(user, card?.id ?? '')).toMatchObject({
      status: 409,
      body: { code: 'payment_method.in_use' },
    })
    expect(await methodsOf(user)).toHaveLength(1)
    await clock(8 * DAY_MS)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
    expect((await remove(user, card?.id ?? '')).status).toBe(204)
  })

  it('is done here while the gateway is unavailable, and there afterwards', async () => {
    const user = await cardholder(driver)
    const card = await nextCardOf(user)
    simulators[driver].faults.onCall(
      { kind: 'error-before' },
      { call: FORGET_CALL[driver], times: 5 },
    )
    expect((await remove(user, card?.id ?? '')).status).toBe(204)
    await t.runJobs()
    expect(simulators[driver].isSaved(card?.external_id ?? '')).toBe(true)
    shop.clearFaults()
    await clock(DAY_MS)
    expect(simulators[driver].isSaved(card?.external_id ?? '')).toBe(false)
  })

  it('is done there once the gateway accepts the keys, however late that is', async () => {
    const user = await cardholder(driver)
    const card = await nextCardOf(user)
    simulators[driver].faults.areKeysRevoked = true
    expect((await remove(user, card?.id ?? '')).status).toBe(204)
    for (let hour = 0; hour < 14; hour += 1) {
      await t.runJobs()
      await later(HOUR_MS)
    }
    expect(simulators[driver].isSaved(card?.external_id ?? '')).toBe(true)
    simulators[driver].faults.areKeysRevoked = false
    await t.runJobs()
    expect(simulators[driver].isSaved(card?.external_id ?? '')).toBe(false)
  })

  it('charges another card for what waits for the bank of the removed one', async () => {
    const user = await cardholder(driver)
    await later(DAY_MS)
    await save(user, driver, 'requires_3ds')
    const id = await bill(user, 1214)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'action_required' }])
    expect((await remove(user, (await nextCardOf(user))?.id ?? '')).status).toBe(204)
    await t.runJobs()
    expect(await paymentsOf(id)).toMatchObject([{ state: 'cancelled' }, { state: 'succeeded' }])
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
  })

  it('cancels what waits for its bank, without another card', async () => {
    const user = await cardholder(driver, 'requires_3ds')
    const id = await bill(user, 1215)
    await remove(user, (await nextCardOf(user))?.id ?? '')
    await t.runJobs()
    expect(await paymentsOf(id)).toMatchObject([{ state: 'cancelled', action_url: null }])
    expect(await invoiceOf(id)).toMatchObject({ state: 'open' })
  })

  it('at the same time as a charge leaves the card uncharged', async () => {
    const user = await cardholder(driver)
    const card = await nextCardOf(user)
    const id = await owe(user, 1216)
    const started = Promise.withResolvers<void>()
    const committed = Promise.withResolvers<void>()
    const removal = t.deps.transact(async tx => {
      await removeMethod(tx, t.deps, user.userId, card?.id ?? '')
      started.resolve()
      await committed.promise
    })
    await started.promise
    const charge = collect(t.deps, id)
    await setTimeout(500)
    committed.resolve()
    await Promise.all([removal, charge])
    expect(await paymentsOf(id)).toEqual([])
  })
})

it('a card of another user is not found', async () => {
  const [ann, ben] = [await cardholder('stripe'), await t.signIn()]
  const [card] = await methodsOf(ann)
  const answer = await remove(ben, card?.id ?? '')
  expect([answer.status, answer.body.code]).toEqual([404, 'payment_method.not_found'])
  expect(await methodsOf(ann)).toHaveLength(1)
})

// HTTP-3
it('Stripe: a card is removed by the earlier call, too', async () => {
  const user = await t.signIn()
  const { id, externalId } = await shop.openBy(user, 'payment-methods', { driver: 'stripe' })
  shop.pay('stripe', externalId)
  await shop.returnFrom(user, id)
  const path = `/api/stripe/credit-cards/${(await nextCardOf(user))?.id}`
  expect((await (await t.signInAgain(user)).send('DELETE', path)).status).toBe(204)
  expect(await methodsOf(user)).toEqual([])
})

it('Stripe: a removed card does not come back with a late event of its checkout', async () => {
  const user = await t.signIn()
  const { id, externalId } = await shop.openBy(user, 'payment-methods', { driver: 'stripe' })
  shop.pay('stripe', externalId)
  await shop.returnFrom(user, id)
  await remove(user, (await nextCardOf(user))?.id ?? '')
  await t.runJobs()
  const subject = { kind: 'checkout', externalId } as const
  await t.deps.transact(tx => queueSync(tx, t.deps, 'stripe', subject))
  await t.runJobs()
  expect(await methodsOf(user)).toEqual([])
})

describe.each(CARD_GATEWAYS)('a refused charge: %s', driver => {
  it('for a reason that is not the card’s leaves it usable, and is tried again in two days', async () => {
    const user = await cardholder(driver)
    simulators[driver].faults.onCall({ kind: 'refused' }, { call: CHARGE_CALL[driver] })
    const id = await bill(user, 1221)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'failed', is_hard_decline: 0 }])
    expect(await methodsOf(user)).toMatchObject([{ needs_attention: null }])
    await clock(2 * DAY_MS)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
    expect(chargedAt(driver, 1221)).toBe(1)
  })

  it('for a card that the gateway does not have asks for another one', async () => {
    const user = await cardholder(driver)
    await db
      .updateTable('payment_methods')
      .set({ external_id: `gone_${driver}` })
      .where('user_id', '=', user.userId)
      .execute()
    const id = await bill(user, 1222)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'failed', is_hard_decline: 1 }])
    expect(await methodsOf(user)).toMatchObject([{ needs_attention: expect.any(String) }])
  })

  it('is forgotten once a payment with the card succeeds', async () => {
    const user = await cardholder(driver, 'requires_3ds')
    const id = await bill(user, 1223)
    const [payment] = await paymentsOf(id)
    await db
      .updateTable('payment_methods')
      .set({ needs_attention: 'expired_card' })
      .where('user_id', '=', user.userId)
      .execute()
    simulators[driver].pay(payment?.external_id ?? '', { card: 'ok' })
    await clock(DAY_MS)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
    expect(await methodsOf(user)).toMatchObject([{ needs_attention: null }])
  })
})

it('Stripe: a renewal that a declined card pays makes the card usable again', async () => {
  const plan = await shop.sellPlan()
  const { user } = await shop.subscribed(plan.id, { driver: 'stripe' })
  await db
    .updateTable('payment_methods')
    .set({ needs_attention: 'stolen_card' })
    .where('user_id', '=', user.userId)
    .execute()
  await clock(32 * DAY_MS)
  await shop.asAdmin('POST', `/${await liveOf(user)}/sync`)
  expect(await methodsOf(user)).toMatchObject([{ needs_attention: null }])
})

it('Paystack: calls from an address that it does not allow are repeated, as with a wrong key', async () => {
  const user = await cardholder('paystack')
  simulators.paystack.allowAddress(false)
  const id = await bill(user, 1224)
  expect(await paymentsOf(id)).toMatchObject([{ state: 'processing' }])
  expect(await methodsOf(user)).toMatchObject([{ needs_attention: null }])
  expect(await reminders(user)).toEqual([])
  simulators.paystack.allowAddress(true)
  await clock(HOUR_MS)
  await clock(HOUR_MS)
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
  expect(chargedAt('paystack', 1224)).toBe(1)
})

it('Paystack: a card that pays again is the same card, with the code of its last payment', async () => {
  const user = await cardholder('paystack', 'declined_hard')
  const id = await bill(user, 1231)
  const [first] = await methodsOf(user)
  expect(first).toMatchObject({ needs_attention: expect.any(String) })
  await later(DAY_MS)
  const due = { driver: 'paystack', amount: 100, currency: 'USD' }
  const { id: checkout, externalId } = await shop.openBy(user, 'fund', due)
  const signature = simulators.paystack.signatureOf(first?.external_id ?? '')
  simulators.paystack.pay(externalId, { card: 'ok', signature })
  await shop.returnFrom(user, checkout)
  await t.runJobs()
  const cards = await methodsOf(user)
  expect(cards).toMatchObject([{ id: first?.id, is_default: 1, needs_attention: null, signature }])
  expect(cards[0]?.external_id).not.toBe(first?.external_id)
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
  expect(await invoiceOf(await bill(user, 1232))).toMatchObject({ state: 'paid' })
  expect(await methodsOf(user)).toMatchObject([{ id: first?.id }])
})

it('Paystack: the same card of two users stays with each of them', async () => {
  const ann = await cardholder('paystack')
  const [card] = await methodsOf(ann)
  const ben = await t.signIn()
  const due = { driver: 'paystack', amount: 100, currency: 'USD' }
  const { id, externalId } = await shop.openBy(ben, 'fund', due)
  const signature = simulators.paystack.signatureOf(card?.external_id ?? '')
  simulators.paystack.pay(externalId, { card: 'ok', signature })
  await shop.returnFrom(ben, id)
  expect(await methodsOf(ann)).toEqual([card])
  expect(await methodsOf(ben)).toMatchObject([{ signature }])
})
