import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { invoiceMaker } from '../../../test/invoices.ts'
import { savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { Mail } from '../../mail-transport/mailer.ts'
import type { RemotePayment } from '../gateways/index.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { sendReminders } from '../settlement/index.ts'
import { collect } from './index.ts'
import { changePayment } from './payments.service.ts'

const DUE_DAYS = 10

const shop = await openShop('stripe', 'paystack')
const { t, simulators, later } = shop
const { cardholder, bill, setCard, invoiceOf, paymentsOf } = savedCards(shop)
const invoices = invoiceMaker(t)
shop.listen()
beforeAll(() => t.settings({ billing_due_days: DUE_DAYS }))
afterEach(() => shop.endAll())
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

/** Runs what the clock runs after some days. */
async function daysLater(days: number): Promise<void> {
  await later(days * DAY_MS)
  await shop.hear()
  await sendReminders(t.deps)
}

const REFUSAL: RemotePayment = {
  externalId: '',
  state: 'failed',
  isHardDecline: false,
  reason: 'card_declined',
  actionUrl: null,
  amount: 0,
  currency: 'USD',
  reference: null,
  subscriptionExternalId: null,
  invoiceExternalId: null,
  paidAt: 0,
  period: null,
  refunds: [],
  disputes: [],
  method: null,
}

/** The step of the reminders of an unpaid invoice; undefined if there are none. */
const stepOf = async ({ userId }: TestClient) =>
  (
    await t.deps.db
      .selectFrom('dunnings')
      .select('step')
      .where('user_id', '=', userId)
      .where('resolved_at', 'is', null)
      .executeTakeFirst()
  )?.step
const notified = async ({ userId }: TestClient) =>
  (
    await t.deps.db
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', userId)
      .execute()
  ).map(({ type }) => type)
const isRestricted = async ({ userId }: TestClient) =>
  (await restrictionsOfUser(t.deps.db, userId)).canUpload === 'unpaid'

it('charges at once, and again when the invoice is due, from when on reminders count', async () => {
  const user = await cardholder('stripe', 'declined_soft')
  const id = await bill(user, 1000)
  expect(await paymentsOf(id)).toMatchObject([{ state: 'failed' }])
  await daysLater(DUE_DAYS - 1)
  expect(await stepOf(user)).toBeUndefined()
  await daysLater(1)
  expect(await paymentsOf(id)).toHaveLength(2)
  expect(await stepOf(user)).toBe(1)
  await daysLater(2)
  expect([await stepOf(user), await isRestricted(user)]).toEqual([2, false])
  await daysLater(2)
  expect([await stepOf(user), await isRestricted(user)]).toEqual([3, true])
  expect(await paymentsOf(id)).toHaveLength(4)
})

it('notifies at once of a charge that is refused before its invoice is due, once', async () => {
  const emails: Mail[] = []
  const { send } = t.deps.mailer
  t.deps.mailer.send = async mail => void emails.push(mail)
  const user = await cardholder('stripe', 'declined_soft')
  const id = await bill(user, 1004)
  expect(await notified(user)).toEqual(['payment_refused'])
  await t.runJobs()
  expect(emails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('We couldn’t collect your payment of'),
  ])
  t.deps.mailer.send = send
  // Its gateway reports the refusal again.
  const [payment] = await paymentsOf(id)
  await t.deps.transact(async tx => {
    const row = await tx
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', payment?.id ?? '')
      .executeTakeFirstOrThrow()
    await changePayment(tx, t.deps, row, {
      remote: { ...REFUSAL, externalId: row.external_id ?? '', amount: row.amount },
      plan: undefined,
    })
  })
  expect(await notified(user)).toEqual(['payment_refused'])
  await daysLater(DUE_DAYS)
  expect(await notified(user)).toEqual(['payment_refused', 'payment_failed_first'])
})

it('reminds of nothing that is paid when it is due', async () => {
  const user = await cardholder('stripe', 'declined_soft')
  const id = await bill(user, 1001)
  await setCard(user, 'stripe', 'ok')
  await daysLater(DUE_DAYS)
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
  await daysLater(2)
  expect(await stepOf(user)).toBeUndefined()
})

it('asks at once to confirm a charge, and reminds of it from the due date on', async () => {
  const user = await cardholder('stripe', 'requires_3ds')
  const id = await bill(user, 1002)
  expect(await notified(user)).toEqual(['payment_needs_confirmation'])
  await daysLater(DUE_DAYS - 1)
  expect(await stepOf(user)).toBeUndefined()
  await daysLater(1)
  expect(await stepOf(user)).toBe(1)
  expect(await notified(user)).toHaveLength(2)
  expect(await paymentsOf(id)).toHaveLength(1)
})

it('a debt that is due later neither restricts nor keeps restricted', async () => {
  const user = await t.signIn()
  const at = t.deps.now().getTime()
  const currency = 'USD'
  const due = await invoices.open(user.userId, 1000, { currency, dueAt: at })
  const dueLater = await invoices.open(user.userId, 2000, { currency })
  for (const { id } of [due, dueLater]) await collect(t.deps, id)
  for (const days of [2, 2]) await daysLater(days)
  expect(await isRestricted(user)).toBe(true)
  await shop.fund({ amount: 1000, currency }, { user })
  await t.runJobs()
  expect(await invoiceOf(due.id)).toMatchObject({ state: 'paid' })
  expect([await stepOf(user), await isRestricted(user)]).toEqual([undefined, false])
  await daysLater(DUE_DAYS - 5)
  expect(await stepOf(user)).toBeUndefined()
  await daysLater(1)
  expect(await stepOf(user)).toBe(1)
})

it('reminds of a payment that a dispute has withdrawn once its invoice is due', async () => {
  const user = await cardholder('paystack')
  const id = await bill(user, 1003)
  const [payment] = await paymentsOf(id)
  const dispute = simulators.paystack.dispute(payment?.external_id ?? '')
  simulators.paystack.closeDispute(dispute, 'lost')
  await shop.hear()
  expect(await invoiceOf(id)).toMatchObject({ state: 'open' })
  await daysLater(DUE_DAYS - 1)
  expect(await stepOf(user)).toBeUndefined()
  await daysLater(1)
  expect(await stepOf(user)).toBe(1)
  expect(await paymentsOf(id)).toHaveLength(1)
})
