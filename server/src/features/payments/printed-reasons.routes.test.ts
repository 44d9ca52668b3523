import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { invoiceMaker } from '../../../test/invoices.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { syncOpen } from '../subscriptions/index.ts'
import { refundAll } from './automatic-refunds.service.ts'
import { creditUnused, refundUnused } from './index.ts'

const shop = await openShop('stripe')
const { t, simulators, sellPlan, subscribed, hear, later, rows } = shop
const operator = operatorOf(simulators)
const invoices = invoiceMaker(t)
shop.listen()
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
afterEach(() => shop.endAll())
afterAll(() => shop.close())

/** An administrator's words, which are not for the customer. */
const INTERNAL = 'Suspected fraud'

const asAdmin = async (path: string, body: object) =>
  (await t.signIn('admin')).send('POST', path, body)
const paidOut = async () => {
  await hear()
  await later(2 * DAY_MS)
  await hear()
}

async function payer() {
  const { user, subscriptionId } = await subscribed(plan.id)
  const [payment] = await t.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', user.userId)
    .execute()
  if (!payment?.external_id) throw new Error('no payment')
  return { user, subscriptionId, payment: { ...payment, externalId: payment.external_id } }
}

/** The reasons on a user's credit notes. */
async function printedFor({ userId }: TestClient): Promise<string[]> {
  const documents = (await rows('invoices', userId)).map(row =>
    JSON.parse('snapshot' in row ? row.snapshot : ''),
  )
  return documents.flatMap(({ corrects }) => corrects?.reason ?? [])
}

const unusedTimeOf = ({ userId }: TestClient) => ({
  period: {
    userId,
    gateway: 'stripe' as const,
    currency: 'USD',
    startsAt: t.deps.now().getTime(),
  },
  amount: 400,
})

describe.each([
  [
    'en',
    {
      refund: 'Refund',
      cancellation: 'Cancellation of the invoice',
      notBegun: 'Refund of a purchase that did not take effect',
      unused: 'Unused time after a change of plan',
    },
  ],
  [
    'es',
    {
      refund: 'Reembolso',
      cancellation: 'Anulación de la factura',
      notBegun: 'Reembolso de una compra que no llegó a tener efecto',
      unused: 'Tiempo sin usar tras un cambio de plan',
    },
  ],
] as const)('a credit note in the language %s prints a sentence for', (language, texts) => {
  beforeAll(() => t.settings({ language }))

  it('an invoice that an administrator cancels, without the reason in the audit log', async () => {
    const user = await t.signIn()
    const { id } = await invoices.open(user.userId, 1000)
    expect((await asAdmin(`/api/admin/invoices/${id}/void`, { reason: INTERNAL })).status).toBe(200)
    expect(await printedFor(user)).toEqual([texts.cancellation])
    const log = await (await t.signIn('admin')).send('GET', '/api/admin/audit?category=billing')
    expect(log.body.data[0].attributes).toMatchObject({
      action: 'billing.invoice_voided',
      after: { reason: INTERNAL },
    })
  })

  it('a refund by an administrator, without its reason', async () => {
    const { user, payment } = await payer()
    const body = { amount: 400, reason: INTERNAL }
    expect((await shop.asAdmin('POST', `/payments/${payment.id}/refund`, body)).status).toBe(200)
    await paidOut()
    expect(await printedFor(user)).toEqual([texts.refund])
    expect(await rows('refunds', user.userId)).toMatchObject([{ reason: INTERNAL }])
  })

  it('a refund in the dashboard of the gateway', async () => {
    const { user, payment } = await payer()
    await operator.refund('stripe', payment.externalId, 300)
    await paidOut()
    expect(await printedFor(user)).toEqual([texts.refund])
  })

  it('a purchase that did not begin', async () => {
    const { user, subscriptionId } = await payer()
    await refundAll(t.deps, subscriptionId)
    await paidOut()
    expect(await printedFor(user)).toEqual([texts.notBegun])
  })

  it('unused time, on the balance and refunded', async () => {
    const { user } = await payer()
    await t.deps.transact(async tx => {
      await creditUnused(tx, t.deps, unusedTimeOf(user))
      await refundUnused(tx, t.deps, unusedTimeOf(user))
    })
    await later(HOUR_MS)
    await syncOpen(t.deps)
    await paidOut()
    expect(await printedFor(user)).toEqual([texts.unused, texts.unused])
  })
})

it('a credit note by an administrator prints the reason that they wrote for it', async () => {
  const user = await t.signIn()
  const { id } = await invoices.open(user.userId, 1000)
  await asAdmin(`/api/admin/invoices/${id}/credit-notes`, { amount: 100, reason: 'Slow transfer' })
  expect(await printedFor(user)).toEqual(['Slow transfer'])
})
