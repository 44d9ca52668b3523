import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { simulatorVariables, startSimulators } from '../../../test/gateways/simulators.ts'
import { plansOf } from '../../../test/plans.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { balanceOf } from '../ledger/index.ts'
import { syncSubject } from './sync.service.ts'

const simulators = await startSimulators(['paystack'])
const simulator = simulators.paystack
const { gateways } = readConfig(simulatorVariables(simulators))
const t = await createTestApp({ config: { gateways } })
const { db } = t.deps
await t.settings({ subscription_type: 'fixed' })
const admin = await t.signIn('admin')
const plan = await plansOf(t, () => admin).create({ currency: 'NGN' })
await t.runJobs()
afterAll(async () => {
  expect(simulator.violations).toEqual([])
  await t.close()
  await simulator.close()
})

let userId: string
let reference: string

/** A purchase whose payment takes a day, which both sides know. */
beforeEach(async () => {
  const user = await t.signInAgain(await t.signIn())
  userId = user.userId
  const body = { plan: plan.id, driver: 'paystack' }
  const opened = (await user.send('POST', '/api/subscriptions/checkout', body)).body.data
  const row = await db
    .selectFrom('checkouts')
    .select('external_id')
    .where('id', '=', opened.id)
    .executeTakeFirstOrThrow()
  reference = row.external_id ?? ''
  simulator.pay(reference, { card: 'pending' })
  await user.send('GET', `/api/subscriptions/checkouts/${opened.id}`)
  expect(await rows()).toMatchObject({ payments: [{ state: 'processing' }], invoices: [] })
  t.advance(2 * DAY_MS)
  await simulator.clock.advance(2 * DAY_MS)
})

const rows = async () => ({
  payments: await db.selectFrom('payments').selectAll().where('user_id', '=', userId).execute(),
  invoices: await db.selectFrom('invoices').selectAll().where('user_id', '=', userId).execute(),
})

test.each([
  ['checkout', 'payment'],
  ['payment', 'checkout'],
] as const)(
  'a delayed payment pays the first period, if the %s is read before the %s',
  async (...kinds) => {
    for (const kind of kinds) await syncSubject(t.deps, 'paystack', { kind, externalId: reference })
    const { payments, invoices } = await rows()
    expect(invoices).toMatchObject([{ state: 'paid', paid: 1000 }])
    expect(payments).toMatchObject([{ state: 'succeeded', invoice_id: invoices[0]?.id }])
    expect(await balanceOf(db, userId, 'NGN')).toBe(0)
  },
)
