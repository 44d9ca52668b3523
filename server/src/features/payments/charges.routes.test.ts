import { notifications } from '@coffer/contract'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { invoiceMaker } from '../../../test/invoices.ts'
import { CARD_GATEWAYS, CHARGE_CALL, savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { removeAccount } from '../account-deletion/index.ts'
import { queueSync } from '../gateways/index.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { sendReminders } from '../settlement/index.ts'
import { syncOpen } from '../subscriptions/index.ts'
import { collect } from './index.ts'

const shop = await openShop('stripe', 'paystack')
const { t, simulators, later } = shop
const { cardholder, owe, bill, save, setCard, invoiceOf, paymentsOf, chargedAt } = savedCards(shop)
const { db } = t.deps
const invoices = invoiceMaker(t)
afterEach(() => shop.clearFaults())
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
const dunningOf = ({ userId }: TestClient) =>
  db
    .selectFrom('dunnings')
    .select('step')
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
const isRestricted = async ({ userId }: TestClient) =>
  (await restrictionsOfUser(db, userId)).canUpload === 'unpaid'
const titles = async (user: TestClient) =>
  (await (await t.signInAgain(user)).call(notifications.listNotifications, {})).body.data.map(
    (one: { attributes: { title: string } }) => one.attributes.title,
  )
const methodsOf = ({ userId }: TestClient) =>
  db.selectFrom('payment_methods').selectAll().where('user_id', '=', userId).execute()

interface IntentEvent {
  type: string
  data: { object: { id: string; amount?: number } }
}

let amount = 1000
/** An amount that no other test charges. */
const next = () => ++amount

it('case 28: an amount that Stripe cannot be sent is rounded up, and the rest goes to the balance', async () => {
  const user = await cardholder('stripe')
  const { id } = await invoices.open(user.userId, 1234, { currency: 'KWD' })
  await collect(t.deps, id)
  expect(await paymentsOf(id)).toMatchObject([{ state: 'succeeded', amount: 1240 }])
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: 1234 })
  expect(await balanceOf(db, user.userId, 'KWD')).toBe(6)
  expect(await methodsOf(user)).toMatchObject([{ needs_attention: null }])
})

it('case 22: a charge that is read by an event before its id is stored is charged once', async () => {
  const user = await cardholder('stripe')
  const total = next()
  const call = 'POST /v1/payment_intents'
  simulators.stripe.faults.onCall({ kind: 'error-after' }, { call, times: 5 })
  const id = await bill(user, total)
  shop.clearFaults()
  const [sent] = await paymentsOf(id)
  expect(sent).toMatchObject({ state: 'created', external_id: null })
  const events = simulators.stripe.events() as unknown as IntentEvent[]
  const created = events.filter(
    ({ type, data }) => type === 'payment_intent.created' && data.object.amount === total,
  )
  const externalId = created.at(-1)?.data.object.id ?? ''
  await t.deps.transact(tx => queueSync(tx, t.deps, 'stripe', { kind: 'payment', externalId }))
  await t.runJobs()
  await clock(6 * 60_000)
  await clock(6 * 60_000)
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
  expect(await paymentsOf(id)).toMatchObject([{ id: sent?.id, state: 'succeeded' }])
  expect(await balanceOf(db, user.userId, 'USD')).toBe(0)
  expect(chargedAt('stripe', total)).toBe(1)
})

const changeEmail = ({ userId }: TestClient, email: string) =>
  db.updateTable('users').set({ email }).where('id', '=', userId).execute()

it('Paystack: a saved card without its email gets it with the next charge', async () => {
  const user = await cardholder('paystack')
  const [{ payer_email: email } = {}] = await methodsOf(user)
  await db
    .updateTable('payment_methods')
    .set({ payer_email: null })
    .where('user_id', '=', user.userId)
    .execute()
  expect(await invoiceOf(await bill(user, next()))).toMatchObject({ state: 'paid' })
  expect(await methodsOf(user)).toMatchObject([{ payer_email: email }])
})

describe.each(CARD_GATEWAYS)('%s', driver => {
  it('a saved card is charged after its user has changed their email', async () => {
    const user = await cardholder(driver)
    await changeEmail(user, `moved-${driver}@example.test`)
    expect(await invoiceOf(await bill(user, next()))).toMatchObject({ state: 'paid' })
    expect(await methodsOf(user)).toMatchObject([{ needs_attention: null }])
  })

  it('case 20: a soft refusal is tried again after two days, with the reminders', async () => {
    const user = await cardholder(driver, 'declined_soft')
    const id = await bill(user, next())
    expect(await paymentsOf(id)).toMatchObject([{ state: 'failed', is_hard_decline: 0 }])
    expect(await dunningOf(user)).toEqual({ step: 1 })
    await clock(DAY_MS)
    expect(await paymentsOf(id)).toHaveLength(1)
    await clock(DAY_MS)
    expect(await paymentsOf(id)).toHaveLength(2)
    expect(await dunningOf(user)).toEqual({ step: 2 })
    await setCard(user, driver, 'ok')
    await clock(2 * DAY_MS)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
    expect(await dunningOf(user)).toBeUndefined()
    expect(await isRestricted(user)).toBe(false)
  })

  it('case 65: a charge that succeeds after the account is deleted pays its invoice', async () => {
    const user = await cardholder(driver, 'pending')
    const total = next()
    const id = await bill(user, total)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'processing' }])
    await removeAccount(t.deps, user.userId)
    await t.runJobs()
    await clock(8 * DAY_MS)
    expect(await paymentsOf(id)).toMatchObject([{ user_id: null, state: 'succeeded', refunded: 0 }])
    expect(await invoiceOf(id)).toMatchObject({ user_id: null, state: 'paid', paid: total })
    expect(chargedAt(driver, total)).toBe(1)
  })

  it('case 20: a card that is refused permanently is not tried again, and another one is asked for', async () => {
    const user = await cardholder(driver, 'declined_hard')
    const id = await bill(user, next())
    expect(await paymentsOf(id)).toMatchObject([{ state: 'failed', is_hard_decline: 1 }])
    expect(await methodsOf(user)).toMatchObject([{ needs_attention: expect.any(String) }])
    await clock(2 * DAY_MS)
    await clock(2 * DAY_MS)
    expect(await paymentsOf(id)).toHaveLength(1)
    expect(await dunningOf(user)).toEqual({ step: 3 })
    expect(await isRestricted(user)).toBe(true)
  })

  it('case 21: a charge that the bank wants confirmed sends an email, and is paid once it was', async () => {
    const user = await cardholder(driver, 'requires_3ds')
    const total = next()
    const id = await bill(user, total)
    const [payment] = await paymentsOf(id)
    expect(payment).toMatchObject({ state: 'action_required', action_url: expect.any(String) })
    expect(await titles(user)).toEqual(['Confirm your payment'])
    await clock(DAY_MS)
    expect(await paymentsOf(id)).toHaveLength(1)
    simulators[driver].pay(payment?.external_id ?? '', { card: 'ok' })
    await clock(HOUR_MS)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
    expect(await dunningOf(user)).toBeUndefined()
    expect(chargedAt(driver, total)).toBe(1)
  })

  it('case 21: a charge that is never confirmed is reminded of, and restricts at last', async () => {
    const user = await cardholder(driver, 'requires_3ds')
    const id = await bill(user, next())
    await clock(2 * DAY_MS)
    expect(await titles(user)).toHaveLength(2)
    expect(await isRestricted(user)).toBe(false)
    await clock(2 * DAY_MS)
    expect(await titles(user)).toHaveLength(3)
    expect(await isRestricted(user)).toBe(true)
    const [payment] = await paymentsOf(id)
    simulators[driver].pay(payment?.external_id ?? '', { card: 'ok' })
    await clock(HOUR_MS)
    expect(await isRestricted(user)).toBe(false)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
  })

  it('case 22: a charge that is cut off after it went through is read back, never made again', async () => {
    const user = await cardholder(driver)
    const total = next()
    const call = CHARGE_CALL[driver]
    simulators[driver].faults.onCall({ kind: 'cut-after' }, { call, times: 5 })
    const id = await bill(user, total)
    expect(await paymentsOf(id)).toMatchObject([
      { state: 'processing', external_id: expect.any(String) },
    ])
    expect(await dunningOf(user)).toBeUndefined()
    shop.clearFaults()
    await collect(t.deps, id)
    await clock(6 * 60_000)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'succeeded' }])
    expect(chargedAt(driver, total)).toBe(1)
  })

  it('case 22: a charge that is cut off before it went through is repeated with its key', async () => {
    const user = await cardholder(driver)
    const total = next()
    const call = CHARGE_CALL[driver]
    simulators[driver].faults.onCall({ kind: 'cut-before' }, { call, times: 5 })
    const id = await bill(user, total)
    const [sent] = await paymentsOf(id)
    expect(sent).toMatchObject({ state: 'processing' })
    expect(chargedAt(driver, total)).toBe(0)
    shop.clearFaults()
    await clock(6 * 60_000)
    await clock(6 * 60_000)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
    expect(await paymentsOf(id)).toMatchObject([{ id: sent?.id, state: 'succeeded' }])
    expect(chargedAt(driver, total)).toBe(1)
  })

  it.each(['cut-before', 'cut-after'] as const)(
    'case 23: a charge (%s) is charged once, also when the server is off until its key is forgotten',
    async kind => {
      const user = await cardholder(driver)
      const total = next()
      simulators[driver].faults.onCall({ kind }, { call: CHARGE_CALL[driver], times: 5 })
      const id = await bill(user, total)
      shop.clearFaults()
      await later(25 * HOUR_MS)
      await Promise.all([syncOpen(t.deps), syncOpen(t.deps)])
      await t.runJobs()
      await clock(6 * 60_000)
      expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
      expect(await paymentsOf(id)).toMatchObject([{ state: 'succeeded' }])
      expect(chargedAt(driver, total)).toBe(1)
    },
  )

  it('case 28: less than a card is charged is paid from the balance', async () => {
    const { user } = await shop.fund({ amount: 1000, currency: 'USD' }, { driver })
    const id = await bill(user, 30)
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: 30 })
    expect(await balanceOf(db, user.userId, 'USD')).toBe(970)
  })

  it('case 28: without a balance it is carried over, and collected with the next invoice', async () => {
    const user = await cardholder(driver)
    const small = await bill(user, 30)
    expect(await paymentsOf(small)).toEqual([])
    expect(await dunningOf(user)).toBeUndefined()
    await clock(40 * DAY_MS)
    expect(await invoiceOf(small)).toMatchObject({ state: 'open' })
    expect(await isRestricted(user)).toBe(false)
    const total = next()
    const large = await bill(user, total)
    await t.runJobs()
    expect(await invoiceOf(large)).toMatchObject({ state: 'paid' })
    expect(await invoiceOf(small)).toMatchObject({ state: 'paid' })
    expect(chargedAt(driver, total + 30)).toBe(1)
  })

  it('case 28: a rest that is too small to be charged ends the reminders and the restriction', async () => {
    const user = await cardholder(driver, 'declined_soft')
    const id = await bill(user, 1020)
    await clock(2 * DAY_MS)
    await clock(2 * DAY_MS)
    expect(await isRestricted(user)).toBe(true)
    const funds = await shop.openBy(user, 'fund', { driver, amount: 1000, currency: 'USD' })
    shop.pay(driver, funds.externalId)
    await shop.returnFrom(user, funds.id)
    await t.runJobs()
    expect(await invoiceOf(id)).toMatchObject({ state: 'open', paid: 1000 })
    expect(await dunningOf(user)).toBeUndefined()
    expect(await isRestricted(user)).toBe(false)
  })

  it('case 28: charges in flight carry each small debt once', async () => {
    const user = await cardholder(driver, 'pending')
    const rest = driver === 'stripe' ? 30 : 90
    const ids = [await owe(user, 1000), await owe(user, 1000)]
    for (let count = 0; count < 3; count += 1) ids.push(await owe(user, rest))
    await Promise.all(ids.map(id => collect(t.deps, id)))
    const charges = (await Promise.all(ids.map(paymentsOf))).flat()
    expect(charges.reduce((sum, payment) => sum + payment.amount, 0)).toBe(2000 + 3 * rest)
    await clock(8 * DAY_MS)
    for (const id of ids) expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
    expect(await balanceOf(db, user.userId, 'USD')).toBe(0)
  })

  it.each([
    ['amount', (total: number) => ({ amount: total + 1, currency: 'USD' })],
    ['currency', (total: number) => ({ amount: total, currency: 'KES' })],
  ])(
    'case 29: a charge of another %s is not applied, and shown as a difference',
    async (_, asked) => {
      const user = await cardholder(driver)
      const total = next()
      simulators[driver].faults.onCall(
        { kind: 'cut-after' },
        { call: CHARGE_CALL[driver], times: 5 },
      )
      const id = await bill(user, total)
      shop.clearFaults()
      const [payment] = await paymentsOf(id)
      await db
        .updateTable('payments')
        .set(asked(total))
        .where('id', '=', payment?.id ?? '')
        .execute()
      await clock(6 * 60_000)
      expect(await invoiceOf(id)).toMatchObject({ state: 'open', paid: 0 })
      const differences = await db
        .selectFrom('billing_differences')
        .selectAll()
        .where('subject', '=', payment?.external_id ?? '')
        .execute()
      expect(differences).toMatchObject([
        { kind: 'amount', ours: Object.values(asked(total)).join(' '), theirs: `${total} USD` },
      ])
    },
  )

  it('case 31: ten collections at once take the balance and the card once', async () => {
    const user = await cardholder(driver)
    const { id: checkout, externalId } = await shop.openBy(user, 'fund', {
      driver,
      amount: 300,
      currency: 'USD',
    })
    shop.pay(driver, externalId)
    await shop.returnFrom(user, checkout)
    const total = next()
    const id = await bill(user, total)
    await Promise.all(Array.from({ length: 10 }, () => collect(t.deps, id)))
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
    expect(await balanceOf(db, user.userId, 'USD')).toBe(0)
    expect(chargedAt(driver, total - 300)).toBe(1)
  })

  it('case 32: funds that arrive while invoices are collected are in the ledger like them', async () => {
    const user = await cardholder(driver)
    const [first, second] = [next(), next()]
    const ids = [await owe(user, first), await owe(user, second)]
    const funds = { driver, amount: 1500, currency: 'USD' }
    const { id, externalId } = await shop.openBy(user, 'fund', funds)
    shop.pay(driver, externalId)
    const again = [...ids, ...ids].map(each => collect(t.deps, each))
    await Promise.all([shop.returnFrom(user, id), shop.returnFrom(user, id), ...again])
    await clock(6 * 60_000)
    expect(await Promise.all(ids.map(invoiceOf))).toMatchObject([
      { state: 'paid' },
      { state: 'paid' },
    ])
    const charges = (await Promise.all(ids.map(paymentsOf))).flat()
    const charged = charges
      .filter(({ state }) => state === 'succeeded')
      .reduce((sum, payment) => sum + payment.amount, 0)
    expect(await balanceOf(db, user.userId, 'USD')).toBe(1500 + charged - first - second)
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  })

  it('case 55: another card at the second reminder pays all debts and ends the reminders', async () => {
    const user = await cardholder(driver, 'declined_hard')
    const first = await bill(user, next())
    await clock(2 * DAY_MS)
    const second = await bill(user, next())
    expect(await dunningOf(user)).toEqual({ step: 2 })
    await save(user, driver)
    await t.runJobs()
    expect(await invoiceOf(first)).toMatchObject({ state: 'paid' })
    expect(await invoiceOf(second)).toMatchObject({ state: 'paid' })
    expect(await dunningOf(user)).toBeUndefined()
    await clock(10 * DAY_MS)
    expect(await isRestricted(user)).toBe(false)
  })

  it('case 55: funds pay the debts, the oldest first', async () => {
    const user = await cardholder(driver, 'declined_soft')
    const first = await bill(user, next())
    const second = await bill(user, next())
    const { id, externalId } = await shop.openBy(user, 'fund', {
      driver,
      amount: 1500,
      currency: 'USD',
    })
    // Paystack saves the card that pays, and charges it for the rest.
    shop.pay(driver, externalId, 'declined_later')
    await shop.returnFrom(user, id)
    await t.runJobs()
    expect(await invoiceOf(first)).toMatchObject({ state: 'paid' })
    expect(await invoiceOf(second)).toMatchObject({ state: 'open', paid: 1500 - amount + 1 })
    expect(await balanceOf(db, user.userId, 'USD')).toBe(0)
  })
})
