import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { disputePayment } from '../../../test/gateways/disputes.ts'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { invoiceMaker } from '../../../test/invoices.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { removeAccount } from '../account-deletion/index.ts'
import { creditNote, restOf } from '../invoices/index.ts'
import { balanceOf, checkLedger, receivableOf } from '../ledger/index.ts'
import { syncOpen } from '../subscriptions/index.ts'
import { collectDebts, payFromBalance, refundUnused } from './index.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, sellPlan, subscribed, fund, hear, later, rows } = shop
const { db } = t.deps
const operator = operatorOf(simulators)
const invoices = invoiceMaker(t)
shop.listen()
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
const at = () => t.deps.now().getTime()
afterEach(async () => {
  shop.clearFaults()
  await shop.endAll()
})
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const paymentOf = ({ userId }: TestClient) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('gateway', '<>', 'system')
    .executeTakeFirstOrThrow()

const invoiceOf = (id: string | null) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()

/** Debts, in the ledger and on open invoices, and the balance of a user. */
async function money({ userId }: TestClient) {
  const open = await db
    .selectFrom('invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .execute()
  return {
    owed: await receivableOf(db, userId, 'USD'),
    due: open.reduce((sum, invoice) => sum + restOf(invoice), 0),
    balance: await balanceOf(db, userId, 'USD'),
    isBalanced: (await checkLedger(db)).isBalanced,
  }
}

const pay = ({ userId }: TestClient) => t.deps.transact(tx => payFromBalance(tx, t.deps, userId))

/** Opens an invoice that the balance pays as far as it reaches. @returns its id */
async function spend(user: TestClient, amount: number): Promise<string> {
  const { id } = await invoices.open(user.userId, amount, { currency: 'USD' })
  await pay(user)
  return id
}

/** A user whose plan was credited to the balance in part, where some of it is spent. */
async function creditedAndSpent(
  driver: 'stripe' | 'paypal' | 'paystack',
  { credited, spent }: { credited: number; spent: number },
) {
  const { user } = await subscribed(plan.id, { driver })
  const payment = await paymentOf(user)
  await t.deps.transact(tx =>
    creditNote(tx, t.deps, {
      invoiceId: payment.invoice_id ?? '',
      amount: credited,
      reason: 'unused_time',
      at: at(),
    }),
  )
  const paidId = await spend(user, spent)
  return { user, payment, paidId }
}

const REFUND = {
  stripe: 'POST /v1/refunds',
  paypal: 'POST /v2/payments/captures/{capture_id}/refund',
  paystack: 'POST /refund',
} as const

const refundAsAdmin = (id: string, amount?: number) =>
  shop.asAdmin('POST', `/payments/${id}/refund`, { amount, reason: 'unhappy' })
const refundsOf = async ({ userId }: TestClient) =>
  (await rows('refunds', userId)).map(({ amount }) => amount)

/** Time for a refund to be paid out, and its events. */
const paidOut = async () => {
  await hear()
  await later(2 * DAY_MS)
  await hear()
}

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', driver => {
  it('an administrator refunds no more than is left after credit that is spent', async () => {
    const { user, payment } = await creditedAndSpent(driver, { credited: 400, spent: 300 })
    const admin = await t.signIn('admin')
    const shownInvoice = await admin.send('GET', `/api/invoices/${payment.invoice_id}`)
    expect(shownInvoice.body.data.relationships.payments.data).toMatchObject([
      { id: payment.id, left: 700, spent: 300 },
    ])
    const shownUser = await shop.asAdmin('GET', `/users/${user.userId}/subscription`)
    expect(
      shownUser.body.data.payments.find(({ id }: { id: string }) => id === payment.id),
    ).toEqual(expect.objectContaining({ refunded: 0, left: 700, spent: 300 }))
    const refused = await refundAsAdmin(payment.id, 701)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual({ amount: ['At most $7.00 can be refunded.'] })
    const answer = await refundAsAdmin(payment.id)
    expect(answer.body.data).toMatchObject({ refunded: 700, left: 0 })
    await paidOut()
    expect(await refundsOf(user)).toEqual([700])
    expect(await money(user)).toEqual({ owed: 0, due: 0, balance: 0, isBalanced: true })
    expect((await refundAsAdmin(payment.id)).status).toBe(422)
  })

  it('refunds once when the call is repeated with its id', async () => {
    const { user, payment } = await creditedAndSpent(driver, { credited: 400, spent: 300 })
    const refund = (body: object) =>
      shop.asAdmin('POST', `/payments/${payment.id}/refund`, { reason: 'unhappy', ...body })
    const call = { id: t.deps.newId(), amount: 200 }
    const answers = await Promise.all([refund(call), refund(call)])
    for (const { status, body } of [...answers, await refund(call)])
      expect([status, body.data.refunded]).toEqual([200, 200])
    const { payment: other } = await creditedAndSpent(driver, { credited: 400, spent: 300 })
    const otherPath = `/payments/${other.id}/refund`
    for (const { status, body } of [
      await refund({ ...call, amount: 300 }),
      await shop.asAdmin('POST', otherPath, { reason: 'unhappy', ...call }),
    ])
      expect([status, body.code]).toEqual([409, 'request.id_used'])
    await paidOut()
    expect(await refundsOf(user)).toEqual([200])
  })

  it('refunds that are on their way are not counted as left', async () => {
    const { user, payment } = await creditedAndSpent(driver, { credited: 400, spent: 300 })
    const answers = await Promise.all([1, 2, 3].map(() => refundAsAdmin(payment.id, 350)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422])
    await paidOut()
    expect(await refundsOf(user)).toEqual([350, 350])
    expect(await money(user)).toEqual({ owed: 0, due: 0, balance: 0, isBalanced: true })
  })

  it('refunds that are on their way are not counted as left of a deleted account', async () => {
    const { user } = await fund({ amount: 1000, currency: 'USD' }, { driver })
    await fund({ amount: 1000, currency: 'USD' }, { driver, user: await t.signInAgain(user) })
    await spend(user, 1000)
    const payments = (await rows('payments', user.userId)).filter(each => each.gateway === driver)
    await removeAccount(t.deps, user.userId)
    await t.runJobs()
    // The gateway takes its time with the first one.
    const refund = { call: REFUND[driver], times: 20 }
    simulators[driver].faults.onCall({ kind: 'error-before' }, refund)
    const [first, second] = payments.map(({ id }) => id)
    expect((await refundAsAdmin(first ?? '', 1000)).status).toBe(200)
    expect((await refundAsAdmin(second ?? '', 1000)).status).toBe(422)
    shop.clearFaults()
    await paidOut()
    expect((await checkLedger(db)).isBalanced).toBe(true)
  })

  it('a refund in the dashboard of spent credit makes due again what the credit has paid', async () => {
    const { user, payment, paidId } = await creditedAndSpent(driver, { credited: 400, spent: 300 })
    await operator.refund(driver, payment.external_id ?? '', 1000)
    await paidOut()
    expect(await refundsOf(user)).toEqual([1000])
    expect(await invoiceOf(paidId)).toMatchObject({ state: 'open', total: 300, paid: 0 })
    expect(await money(user)).toEqual({ owed: 300, due: 300, balance: 0, isBalanced: true })
    const reminders = await db
      .selectFrom('dunnings')
      .select('reason')
      .where('user_id', '=', user.userId)
      .where('resolved_at', 'is', null)
      .execute()
    expect(reminders).toEqual([{ reason: 'unpaid_invoice' }])
    // The card is not charged again for what was just refunded.
    const charged = simulators[driver].payments().length
    await collectDebts(t.deps, user.userId)
    expect(simulators[driver].payments()).toHaveLength(charged)
    await fund({ amount: 1000, currency: 'USD' }, { driver, user: await t.signInAgain(user) })
    expect(await invoiceOf(paidId)).toMatchObject({ state: 'paid', paid: 300 })
    expect(await money(user)).toEqual({ owed: 0, due: 0, balance: 700, isBalanced: true })
  })

  it('funds that are spent are refunded by the dashboard only', async () => {
    const { user } = await fund({ amount: 1000, currency: 'USD' }, { driver })
    const payment = await paymentOf(user)
    const paidId = await spend(user, 800)
    expect((await refundAsAdmin(payment.id, 201)).status).toBe(422)
    await operator.refund(driver, payment.external_id ?? '', 500, true)
    await paidOut()
    expect(await invoiceOf(paidId)).toMatchObject({ state: 'open', paid: 500 })
    expect(await money(user)).toEqual({ owed: 300, due: 300, balance: 0, isBalanced: true })
    // The rest of the funds has paid for something.
    expect((await refundAsAdmin(payment.id)).status).toBe(422)
  })
})

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', driver => {
  async function loseDispute({ external_id }: { external_id: string | null }) {
    const end = disputePayment(simulators, driver, external_id ?? '')
    await hear()
    end('lost')
    await hear()
  }

  it('a lost dispute makes due the invoice and what credit of it has paid', async () => {
    const { user, payment, paidId } = await creditedAndSpent(driver, { credited: 400, spent: 300 })
    await loseDispute(payment)
    expect(await invoiceOf(payment.invoice_id)).toMatchObject({ state: 'open', paid: 0 })
    expect(await invoiceOf(paidId)).toMatchObject({ state: 'open', paid: 0 })
    expect(await money(user)).toEqual({ owed: 900, due: 900, balance: 0, isBalanced: true })
    expect((await refundAsAdmin(payment.id)).status).toBe(422)
  })

  it('unused time of a payment that a dispute has withdrawn is neither refunded nor credited', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const period = { userId: user.userId, gateway: driver, currency: 'USD', startsAt: at() }
    const unused = { period, amount: 300 }
    await t.deps.transact(tx => refundUnused(tx, t.deps, unused))
    const { faults } = simulators[driver]
    const call = { ...REFUND, paypal: 'POST /v1/payments/sale/{sale_id}/refund' }[driver]
    faults.onCall({ kind: 'error-before' }, { call, times: 20 })
    await loseDispute(await paymentOf(user))
    shop.clearFaults()
    faults.onCall({ kind: 'refused' }, { call, times: 20 })
    await later(DAY_MS)
    await syncOpen(t.deps)
    expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'failed', amount: 300 }])
    expect(await money(user)).toEqual({ owed: 1000, due: 1000, balance: 0, isBalanced: true })
    const notices = db.selectFrom('notifications').where('type', '=', 'refund_to_balance')
    expect(await notices.select('id').where('user_id', '=', user.userId).execute()).toEqual([])
  })

  it('a lost dispute about spent funds makes due what they have paid', async () => {
    const { user } = await fund({ amount: 1000, currency: 'USD' }, { driver })
    const paidId = await spend(user, 800)
    await loseDispute(await paymentOf(user))
    expect(await invoiceOf(paidId)).toMatchObject({ state: 'open', paid: 0 })
    expect(await money(user)).toEqual({ owed: 800, due: 800, balance: 0, isBalanced: true })
  })
})
