import { createCreditNote, creditUser, voidInvoice } from '@coffer/contract/invoices'
import { afterAll, expect, it } from 'vitest'
import { savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { grantCredit } from '../invoices/index.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { sendReminders } from '../settlement/index.ts'

const DAY_MS = 86_400_000
const reason = 'Goodwill'

const shop = await openShop('stripe', 'paystack')
const { t } = shop
const { cardholder, bill, owe, setCard, invoiceOf, paymentsOf } = savedCards(shop)
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(t.deps.db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

const balance = ({ userId }: TestClient) => balanceOf(t.deps.db, userId, 'USD')

/** A user with a bill whose charge waits until they have confirmed it on the page of their bank. */
async function waitingUser(total: number) {
  const user = await cardholder('stripe', 'requires_3ds')
  const id = await bill(user, total)
  expect(await paymentsOf(id)).toMatchObject([{ state: 'action_required' }])
  return { user, id }
}

async function credit({ userId }: TestClient, amount: number): Promise<void> {
  const admin = await t.signIn('admin')
  const body = { amount, currency: 'USD', reason }
  expect((await admin.call(creditUser, { params: { id: userId }, body })).status).toBe(201)
  await t.runJobs()
}

it('credit of an administrator pays a bill that waits for a confirmation', async () => {
  const { user, id } = await waitingUser(1001)
  await credit(user, 1500)
  expect(await paymentsOf(id)).toMatchObject([{ state: 'cancelled', action_url: null }])
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: 1001 })
  expect(await balance(user)).toBe(499)
})

it('credit that is too small pays its part, and the card is charged for the rest', async () => {
  const { user, id } = await waitingUser(1002)
  await credit(user, 400)
  expect(await invoiceOf(id)).toMatchObject({ state: 'open', paid: 400 })
  expect(await paymentsOf(id)).toMatchObject([
    { state: 'cancelled', amount: 1002 },
    { state: 'action_required', amount: 602 },
  ])
  expect(await balance(user)).toBe(0)
})

it('a credit note that adds to the balance pays a bill that waits for a confirmation', async () => {
  const user = await cardholder('stripe')
  const paid = await bill(user, 2000)
  await setCard(user, 'stripe', 'requires_3ds')
  const id = await bill(user, 1003)
  const admin = await t.signIn('admin')
  const body = { amount: 1100, reason }
  expect((await admin.call(createCreditNote, { params: { id: paid }, body })).status).toBe(201)
  await t.runJobs()
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: 1003 })
  expect(await balance(user)).toBe(97)
})

it('a cancelled invoice leaves the confirmation of another one as it is', async () => {
  const { user, id } = await waitingUser(1004)
  const other = await owe(user, 700)
  const admin = await t.signIn('admin')
  const body = { reason }
  expect((await admin.call(voidInvoice, { params: { id: other }, body })).status).toBe(200)
  await t.runJobs()
  expect(await paymentsOf(id)).toMatchObject([{ state: 'action_required' }])
})

it('a balance that has grown pays instead of the next reminder', async () => {
  const { user, id } = await waitingUser(1005)
  const grant = { id: t.deps.newId(), userId: user.userId, amount: 1005, currency: 'USD' }
  await t.deps.transact(tx => grantCredit(tx, t.deps, { ...grant, note: 'admin_credit' }))
  await shop.later(2 * DAY_MS)
  await sendReminders(t.deps)
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
  const reminded = await t.deps.db
    .selectFrom('notifications')
    .select('type')
    .where('user_id', '=', user.userId)
    .where('category', '=', 'payment-alert')
    .execute()
  expect(reminded).toEqual([{ type: 'payment_needs_confirmation' }])
  expect(await balance(user)).toBe(0)
})
