import { HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openStripeShop } from '../../../test/subscriptions.ts'
import { amountText } from '../../lib/amount-text.ts'
import { removeAccount } from '../account-deletion/index.ts'
import { insertDifference, syncOpen } from '../subscriptions/index.ts'
import { reconcile } from './index.ts'

const shop = await openStripeShop()
const { t, simulator, sellPlan, open, subscribed, later, rows } = shop
afterAll(async () => {
  expect(simulator.violations).toEqual([])
  await shop.close()
})

const PATH = '/api/admin/billing/differences'
const plan = await sellPlan({ amount: 1000 })
const admin = await t.signIn('admin')

const list = async (state = 'open') =>
  (await (await t.signInAgain(admin)).send('GET', `${PATH}?state=${state}`)).body.data.map(
    (row: { id: string; attributes: object }) => ({ id: row.id, ...row.attributes }),
  )
/** Compares after the time that events may be on their way. */
const compare = async () => {
  await later(2 * HOUR_MS)
  await reconcile(t.deps)
  return list()
}
const paymentOf = async (userId: string) => {
  const [payment] = (await rows('payments', userId)) as { id: string; external_id: string }[]
  if (!payment) throw new Error('no payment')
  return payment
}
const resolve = async (id: string, body: object) =>
  (await t.signInAgain(admin)).send('POST', `${PATH}/${id}/resolve`, body)
/** A refund that the operator makes on Stripe's own site. */
const refundThere = (intent: string, amount: number) =>
  fetch(`${simulator.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator.secretKey}` },
    body: new URLSearchParams({ payment_intent: intent, amount: String(amount) }),
  })

afterEach(async () => {
  const resolved = { resolved_at: t.deps.now().getTime(), resolution: 'An earlier test' }
  await t.deps.db
    .updateTable('billing_differences')
    .set(resolved)
    .where('resolved_at', 'is', null)
    .execute()
})

test('what both sides know equally is no difference', async () => {
  await subscribed(plan.id)
  expect(await compare()).toEqual([])
})

test('a payment without an event is shown as missing, and resolved once it is applied', async () => {
  const user = await t.signIn()
  const { externalId } = await open(user, plan.id)
  simulator.pay(externalId)
  await reconcile(t.deps)
  expect(await list()).toEqual([])
  const differences = await compare()
  expect(differences).toMatchObject([
    {
      gateway: 'stripe',
      kind: 'missing_here',
      ours: null,
      theirs: { money: { amount: 1000, currency: 'EUR' } },
    },
  ])
  expect(await rows('payments', user.userId)).toEqual([])
  expect(await compare()).toEqual(differences)
  await syncOpen(t.deps)
  await t.runJobs()
  expect(await compare()).toEqual([])
  expect(await list('resolved')).toContainEqual(
    expect.objectContaining({ id: differences[0].id, resolution: null }),
  )
})

test("a refund made in the gateway's dashboard is shown", async () => {
  const { user } = await subscribed(plan.id)
  const { external_id } = await paymentOf(user.userId)
  expect((await refundThere(external_id, 300)).status).toBe(200)
  expect(await compare()).toMatchObject([
    {
      kind: 'refund_missing_here',
      ours: null,
      theirs: { money: { amount: 300, currency: 'EUR' } },
    },
  ])
  expect(await rows('refunds', user.userId)).toEqual([])
})

test('another amount, currency or state is shown with both sides, and never corrected', async () => {
  const { user } = await subscribed(plan.id)
  const { id, external_id } = await paymentOf(user.userId)
  const change = (values: object) =>
    t.deps.db.updateTable('payments').set(values).where('id', '=', id).execute()
  await change({ amount: 900 })
  const subject = external_id
  expect(await compare()).toMatchObject([
    {
      kind: 'amount',
      subject,
      ours: { money: { amount: 900, currency: 'EUR' } },
      theirs: { money: { amount: 1000, currency: 'EUR' } },
    },
  ])
  expect(await rows('payments', user.userId)).toMatchObject([{ amount: 900 }])
  await change({ amount: 1000 })
  expect(await compare()).toEqual([])
  await change({ currency: 'USD' })
  expect(await compare()).toMatchObject([
    { kind: 'currency', ours: { money: { amount: 1000, currency: 'USD' } } },
  ])
  await change({ currency: 'EUR', state: 'failed' })
  expect((await compare()).map(({ kind }: { kind: string }) => kind)).toContain('state')
  await change({ state: 'succeeded' })
  expect(await compare()).toEqual([])
})

test('payments and refunds that the gateway does not list are shown', async () => {
  const { user } = await subscribed(plan.id)
  const { id } = await paymentOf(user.userId)
  const source = await t.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stray = { ...source, id: t.deps.newId(), key: 'stripe:pi_gone', external_id: 'pi_gone' }
  await t.deps.db.insertInto('payments').values(stray).execute()
  const refund = {
    id: t.deps.newId(),
    payment_id: id,
    gateway: 'stripe' as const,
    key: 're_gone',
    external_id: 're_gone',
    amount: 100,
    currency: 'EUR',
    state: 'succeeded' as const,
    reason: null,
    created_at: source.created_at,
    updated_at: source.created_at,
  }
  await t.deps.db.insertInto('refunds').values(refund).execute()
  const kinds = (await compare()).map((row: { kind: string; subject: string }) => [
    row.kind,
    row.subject,
  ])
  expect(kinds).toHaveLength(2)
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['missing_there', 'pi_gone'],
      ['refund_missing_there', 're_gone'],
    ]),
  )
  await t.deps.db.deleteFrom('refunds').where('id', '=', refund.id).execute()
  await t.deps.db.deleteFrom('payments').where('id', '=', stray.id).execute()
})

test('a payment is not read again once an administrator has resolved its difference', async () => {
  const { user } = await subscribed(plan.id)
  const payment = await paymentOf(user.userId)
  const refund = (await (await refundThere(payment.external_id, 300)).json()) as { id: string }
  const at = t.deps.now().getTime()
  await insertDifference(t.deps.db, {
    id: t.deps.newId(),
    gateway: 'stripe',
    kind: 'refund_missing_here',
    subject: refund.id,
    payment_id: payment.id,
    user_id: user.userId,
    ours: null,
    theirs: amountText({ amount: 300, currency: 'EUR' }),
    found_at: at,
    resolved_at: at,
    resolution: 'Booked by hand',
  })
  await compare()
  await t.runJobs()
  expect(await rows('refunds', user.userId)).toEqual([])
})

test('an administrator resolves a difference with a reason, and it stays resolved', async () => {
  const { user } = await subscribed(plan.id)
  await refundThere((await paymentOf(user.userId)).external_id, 250)
  const differences = await compare()
  const difference = differences.find(
    ({ theirs }: { theirs: { money: { amount: number } } }) => theirs.money.amount === 250,
  )
  expect((await resolve(difference.id, { reason: ' ' })).status).toBe(422)
  expect(await resolve(difference.id, { reason: 'Refunded on the phone' })).toMatchObject({
    status: 200,
    body: { data: { attributes: { resolution: 'Refunded on the phone' } } },
  })
  const entry = await t.deps.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'billing.difference_resolved')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(entry)).toContain('Refunded on the phone')
  expect(await resolve(difference.id, { reason: 'Again' })).toMatchObject({
    status: 404,
    body: { code: 'billing.difference_not_found' },
  })
  const ids = (await compare()).map(({ subject }: { subject: string }) => subject)
  expect(ids).not.toContain(difference.subject)
})

test('a difference names the user and the invoice of its payment, and is found by them', async () => {
  const { user } = await subscribed(plan.id)
  const { external_id } = await paymentOf(user.userId)
  await refundThere(external_id, 275)
  await compare()
  const search = async (query: string) =>
    (await (await t.signInAgain(admin)).send('GET', `${PATH}?${query}`)).body.data
  const [invoice] = (await rows('invoices', user.userId)) as { id: string; label: string }[]
  const differences = await search(`state=open&query=${invoice?.label}`)
  expect(differences).toMatchObject([
    {
      attributes: { kind: 'refund_missing_here', payment: external_id },
      relationships: {
        user: { data: { id: user.userId } },
        invoice: { data: { id: invoice?.id, attributes: { label: invoice?.label } } },
      },
    },
  ])
  expect(await search(`query=${external_id}&gateway=paypal`)).toEqual([])
  expect(await search(`query=${external_id}&kind=amount`)).toEqual([])
  await removeAccount(t.deps, user.userId)
  await t.runJobs()
  expect(await search(`query=${external_id}`)).toMatchObject([
    { id: differences[0].id, relationships: { user: { data: null } } },
  ])
})

test('nothing is compared while a gateway is down or billing is off', async () => {
  const user = await t.signIn()
  simulator.pay((await open(user, plan.id)).externalId)
  await later(2 * HOUR_MS)
  simulator.faults.areKeysRevoked = true
  await reconcile(t.deps)
  simulator.faults.clear()
  expect(await list()).toEqual([])
  const calls = simulator.calls.length
  await t.settings({ subscription_type: 'none' })
  await reconcile(t.deps)
  await t.settings({ subscription_type: 'fixed' })
  expect(simulator.calls).toHaveLength(calls)
  expect(await list()).toEqual([])
})
