import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { disputePayment } from '../../../test/gateways/disputes.ts'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { removeAccount } from '../account-deletion/index.ts'
import { readBilling } from '../billing-figures/index.ts'
import { balanceOf, checkLedger, receivableOf } from '../ledger/index.ts'
import { syncOpen, syncRefunds } from '../subscriptions/index.ts'
import { refundUnused } from './index.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, sellPlan, subscribed, fund, hear, later, rows } = shop
const { db } = t.deps
const operator = operatorOf(simulators)
shop.listen()
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
const isBalanced = async () => (await checkLedger(db)).isBalanced
afterEach(() => shop.endAll())
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const paymentOf = async ({ userId }: TestClient) => {
  const [payment] = await db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  if (!payment?.external_id) throw new Error('no payment')
  return { ...payment, external_id: payment.external_id }
}
const notesOf = async ({ userId }: TestClient) =>
  (await rows('invoices', userId)).filter(row => 'kind' in row && row.kind === 'credit_note')
const owedBy = ({ userId }: TestClient) => receivableOf(db, userId, 'USD')
const balance = ({ userId }: TestClient) => balanceOf(db, userId, 'USD')
/** Revenue of the current month. */
const revenue = async () => {
  const { figures } = await readBilling(t.deps, { subscription_type: 'fixed' })
  return figures.find(({ currency }) => currency === 'USD')?.revenue ?? 0
}
const nextMonth = async () => {
  const today = t.deps.now()
  const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 2)
  await later(month - today.getTime())
}
/** Time for a refund to be paid out, and its events. */
const paidOut = async () => {
  await hear()
  await later(2 * DAY_MS)
  await hear()
}

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', driver => {
  it('case 25: refunds in the dashboard make credit notes and postings, which add up', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const { external_id } = await paymentOf(user)
    await operator.refund(driver, external_id, 300)
    await paidOut()
    expect(await notesOf(user)).toMatchObject([{ total: 300 }])
    await operator.refund(driver, external_id, 250)
    await paidOut()
    await hear()
    expect(await notesOf(user)).toMatchObject([{ total: 300 }, { total: 250 }])
    expect(await rows('refunds', user.userId)).toMatchObject([
      { state: 'succeeded', amount: 300 },
      { state: 'succeeded', amount: 250 },
    ])
    expect(await paymentOf(user)).toMatchObject({ refunded: 550 })
    expect([await owedBy(user), await balance(user), await isBalanced()]).toEqual([0, 0, true])
    const [invoice] = await rows('invoices', user.userId)
    const admin = await t.signIn('admin')
    const paymentsShownTo = async (client: TestClient) =>
      (await client.send('GET', `/api/invoices/${invoice?.id}`)).body.data.relationships.payments
        .data
    expect(await paymentsShownTo(admin)).toMatchObject([{ driver, left: 450, currency: 'USD' }])
    expect(await paymentsShownTo(await t.signInAgain(user))).toEqual([])
    const refused = await shop.asAdmin('POST', `/payments/${(await paymentOf(user)).id}/refund`, {
      amount: 451,
      reason: 'too much',
    })
    expect(refused.status).toBe(422)
  })

  it('case 25: a refund by an administrator counts once, also without any event', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const { id } = await paymentOf(user)
    const body = { amount: 400, reason: 'unhappy' }
    expect((await shop.asAdmin('POST', `/payments/${id}/refund`, body)).status).toBe(200)
    simulators[driver].faults.events.drop = true
    await later(2 * DAY_MS)
    simulators[driver].faults.events.drop = false
    await syncRefunds(t.deps)
    await t.runJobs()
    expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'succeeded' }])
    expect(await notesOf(user)).toMatchObject([{ total: 400 }])
    expect(await isBalanced()).toBe(true)
  })

  it('a refund of funds takes them from the balance', async () => {
    const { user } = await fund({ amount: 2000, currency: 'USD' }, { driver })
    const { id } = await paymentOf(user)
    expect((await shop.asAdmin('POST', `/payments/${id}/refund`, { reason: 'wish' })).status).toBe(
      200,
    )
    await paidOut()
    expect([await balance(user), await owedBy(user), await isBalanced()]).toEqual([0, 0, true])
  })
})

describe.each(['stripe', 'paystack'] as const)('%s', driver => {
  it('case 25: a refund that fails at last is undone', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const { external_id } = await paymentOf(user)
    const id = await operator.refund(driver, external_id, 300)
    await paidOut()
    if (driver === 'stripe') simulators.stripe.failRefund(id)
    else simulators.paystack.failRefund(Number(id))
    await hear()
    await hear()
    expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'failed' }])
    expect(await paymentOf(user)).toMatchObject({ refunded: 0 })
    expect([await balance(user), await owedBy(user), await isBalanced()]).toEqual([300, 0, true])
    const credits = await db
      .selectFrom('transactions')
      .select(['type', 'amount'])
      .where('user_id', '=', user.userId)
      .where('note', '=', 'refund')
      .orderBy('created_at')
      .execute()
    expect(credits).toEqual([
      { type: 'withdrawal', amount: 300 },
      { type: 'credit', amount: 300 },
    ])
    const notices = await db
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', user.userId)
      .where('type', '=', 'refund_to_balance')
      .execute()
    expect(notices).toHaveLength(1)
  })

  it.each(['the same', 'a later'])(
    'a refund that fails in %s month is revenue again once',
    async month => {
      await nextMonth()
      const { user } = await fund({ amount: 2000, currency: 'USD' }, { driver })
      const { external_id } = await paymentOf(user)
      const before = await revenue()
      const id = await operator.refund(driver, external_id, 300)
      await paidOut()
      expect(await revenue()).toBe(before - 300)
      const isLater = month === 'a later'
      if (isLater) await nextMonth()
      if (driver === 'stripe') simulators.stripe.failRefund(id)
      else simulators.paystack.failRefund(Number(id))
      await hear()
      await hear()
      expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'failed' }])
      expect(await revenue()).toBe(isLater ? 300 : before)
    },
  )

  it.each([
    ['', false],
    [' of a deleted account', true],
  ])(
    "an administrator's refund%s that fails days later is shown as a difference",
    async (_, isDeleted) => {
      const { user } = await subscribed(plan.id, { driver })
      const { id } = await paymentOf(user)
      const body = { amount: 400, reason: 'unhappy' }
      expect((await shop.asAdmin('POST', `/payments/${id}/refund`, body)).status).toBe(200)
      await paidOut()
      const [refund] = await rows('refunds', user.userId)
      if (isDeleted) await removeAccount(t.deps, user.userId)
      await t.runJobs()
      if (driver === 'stripe') simulators.stripe.failRefund(String(refund?.external_id))
      else simulators.paystack.failRefund(Number(refund?.external_id))
      await hear()
      await hear()
      const differences = await db
        .selectFrom('billing_differences')
        .selectAll()
        .where('subject', '=', refund?.id ?? '')
        .execute()
      expect(differences).toMatchObject([
        { kind: 'refund_missing_there', subject: refund?.id, ours: '400 USD', theirs: null },
      ])
    },
  )
})

it('a refund that needs attention at Paystack is paid out or goes to the balance, never both', async () => {
  const { user } = await subscribed(plan.id, { driver: 'paystack' })
  const period = {
    userId: user.userId,
    gateway: 'paystack' as const,
    currency: 'USD',
    startsAt: t.deps.now().getTime(),
  }
  const unused = { period, amount: 300 }
  await t.deps.transact(tx => refundUnused(tx, t.deps, unused))
  await later(HOUR_MS)
  await syncOpen(t.deps)
  const [refund] = await rows('refunds', user.userId)
  const id = Number(refund?.external_id)
  simulators.paystack.stallRefund(id)
  await hear()
  expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'processing' }])
  expect([await balance(user), await owedBy(user), await isBalanced()]).toEqual([0, 0, true])
  simulators.paystack.retryRefund(id)
  await paidOut()
  expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'succeeded', amount: 300 }])
  expect([await balance(user), await owedBy(user), await isBalanced()]).toEqual([0, 0, true])
})

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', driver => {
  const dispute = async (user: TestClient) => {
    const { external_id } = await paymentOf(user)
    const end = disputePayment(simulators, driver, external_id)
    await hear()
    return { end }
  }
  const disputesOf = async (user: TestClient) =>
    db
      .selectFrom('disputes')
      .selectAll()
      .where('payment_id', '=', (await paymentOf(user)).id)
      .execute()

  it('case 26: a lost dispute makes the invoice due again, once, and reminders begin', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const { end } = await dispute(user)
    expect(await disputesOf(user)).toMatchObject([{ state: 'open', amount: 1000 }])
    expect(await owedBy(user)).toBe(0)
    end('lost')
    await hear()
    expect(await disputesOf(user)).toMatchObject([{ state: 'lost' }])
    expect(await owedBy(user)).toBe(1000)
    expect(await rows('invoices', user.userId)).toMatchObject([{ state: 'open', paid: 0 }])
    const charged = simulators[driver].payments().length
    await later(DAY_MS)
    await hear()
    await shop.asAdmin('POST', `/${(await rows('subscriptions', user.userId))[0]?.id}/sync`, {})
    expect([await owedBy(user), await isBalanced()]).toEqual([1000, true])
    expect(simulators[driver].payments()).toHaveLength(charged)
    const open = await db
      .selectFrom('dunnings')
      .select('reason')
      .where('user_id', '=', user.userId)
      .where('resolved_at', 'is', null)
      .execute()
    expect(open).toEqual([{ reason: 'unpaid_invoice' }])
  })

  it('case 26: a dispute that is won leaves all as before', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const { end } = await dispute(user)
    end('won')
    await hear()
    expect(await disputesOf(user)).toMatchObject([{ state: 'won' }])
    expect(await owedBy(user)).toBe(0)
    expect(await rows('invoices', user.userId)).toMatchObject([{ state: 'paid', paid: 1000 }])
    expect(await isBalanced()).toBe(true)
  })

  it.each([
    ['an invoice', 'the same'],
    ['funds', 'a later'],
  ])(
    'case 26: a lost dispute about %s that is won in %s month returns the money once',
    async (kind, month) => {
      await nextMonth()
      const { user } =
        kind === 'funds'
          ? await fund({ amount: 1000, currency: 'USD' }, { driver })
          : await subscribed(plan.id, { driver })
      const before = await revenue()
      const { end } = await dispute(user)
      end('lost')
      await hear()
      expect(await revenue()).toBe(before - 1000)
      const isLater = month === 'a later'
      if (isLater) await nextMonth()
      end('won')
      await hear()
      await hear()
      expect((await disputesOf(user)).map(({ state }) => state)).not.toContain('lost')
      expect(await revenue()).toBe(isLater ? 1000 : before)
      const listed = await db
        .selectFrom('transactions')
        .select(['type', 'status', 'amount', 'driver'])
        .where('user_id', '=', user.userId)
        .where('note', 'in', ['dispute', 'reversal'])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      const shared = { status: 'completed', amount: 1000, driver }
      expect(listed).toEqual([
        { ...shared, type: 'withdrawal' },
        { ...shared, type: 'credit' },
      ])
      expect([await owedBy(user), await isBalanced()]).toEqual([0, true])
    },
  )

  it('case 26: a lost dispute about funds takes them from the balance', async () => {
    const { user } = await fund({ amount: 2000, currency: 'USD' }, { driver })
    const { end } = await dispute(user)
    end('lost')
    await hear()
    expect([await balance(user), await owedBy(user), await isBalanced()]).toEqual([0, 0, true])
  })
})
