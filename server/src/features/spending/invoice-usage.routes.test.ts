import { invoices, spending } from '@coffer/contract'
import { addIntervals } from '@coffer/contract/billing-periods'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { beforeAll, expect, it } from 'vitest'
import { insertMeteredPlan, subscribeMetered, useStorage } from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { settlePeriods } from '../settlement/index.ts'
import { meterUsage } from '../usage/index.ts'

const GB = 1_000_000_000

const t = await openTestApp()
const { db } = t.deps
/** April 2031 has 30 days. */
const start = Date.UTC(2031, 3, 1)
const depsAt = (ms: number) => ({ ...t.deps, now: () => new Date(ms) })
const tiers = [{ up_to: null, unit_amount: '0.01', flat_amount: 0 }]
let user: TestClient
let invoiceId: string

const usageOf = (client: TestClient, id: string) =>
  client.call(spending.getInvoiceUsage, { params: { id } })

beforeAll(async () => {
  await t.settings({ subscription_type: 'metered' })
  const plan = await insertMeteredPlan(t, [
    { key: 'storage', aggregate: 'time_weighted', tiers },
    { key: 'bandwidth', aggregate: 'sum', tiers },
    { key: 'member', aggregate: 'maximum', tiers },
    { key: 'flatFee', aggregate: 'maximum', tiers },
  ])
  user = await t.signIn()
  await subscribeMetered(t, user, plan, start)
  await useStorage(t, user, 300 * GB)
  await meterUsage(depsAt(start + DAY_MS + 12 * HOUR_MS))
  await useStorage(t, user, 0)
  await db
    .insertInto('traffic')
    .values({
      user_id: user.userId,
      day: '2031-04-03',
      upload_bytes: 1.5 * GB,
      download_bytes: 2 * GB,
    })
    .execute()
  await settlePeriods(depsAt(addIntervals(start, 'month', 1) + 6 * HOUR_MS))
  const { data } = (await user.call(invoices.listOwnInvoices, { query: {} as never })).body
  invoiceId = data[0].id
})

it('shows the days that made up each quantity of a settlement, measured as it was', async () => {
  const { data } = (await usageOf(user, invoiceId)).body
  const [storage, bandwidth, member, ...more] = data.meters
  expect(more).toEqual([])
  expect(data.period).toEqual({
    starts_at: '2031-04-01T00:00:00.000Z',
    ends_at: '2031-05-01T00:00:00.000Z',
  })
  // 300 GB for a day and a half of thirty days.
  expect(storage).toMatchObject({ meter: 'storage', aggregate: 'time_weighted', quantity: '15' })
  expect(storage.days).toHaveLength(30)
  expect(storage.days.slice(0, 3)).toEqual([
    { day: '2031-04-01', quantity: '300' },
    { day: '2031-04-02', quantity: '150' },
    { day: '2031-04-03', quantity: '0' },
  ])
  expect(bandwidth).toEqual({
    meter: 'bandwidth',
    aggregate: 'sum',
    quantity: '3.5',
    days: [{ day: '2031-04-03', quantity: '3.5' }],
  })
  expect(member).toMatchObject({ aggregate: 'maximum', quantity: '0' })
})

it('has the quantities of the lines of the invoice', async () => {
  const { data } = (
    await user.call(invoices.getInvoice, { params: { id: invoiceId }, query: {} as never })
  ).body
  const usage = (await usageOf(user, invoiceId)).body.data
  const quantities = data.attributes.document.lines.map(({ quantity }: never) => quantity)
  expect(usage.meters.map(({ quantity }: never) => quantity)).toEqual(quantities.slice(0, 3))
})

it('is shown to its user and to administrators, and is not found for others', async () => {
  const admin = await t.signIn('admin')
  const shown = await usageOf(admin, invoiceId)
  expect(shown.body).toEqual((await usageOf(user, invoiceId)).body)
  expect(await usageOf(await t.signIn(), invoiceId)).toMatchObject({
    status: 404,
    body: { code: 'invoice.not_found' },
  })
  expect((await usageOf(t.anonymous(), invoiceId)).status).toBe(401)
})

it('is read in a fixed number of statements', async () => {
  const queries = await t.countQueries(async () => {
    await usageOf(user, invoiceId)
  })
  expect(queries.length).toBeLessThanOrEqual(6)
})

it('is null for an invoice without usage', async () => {
  await db.updateTable('invoices').set({ period_id: null }).where('id', '=', invoiceId).execute()
  expect((await usageOf(user, invoiceId)).body).toEqual({ data: null })
})
