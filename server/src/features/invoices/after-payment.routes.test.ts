import { DAY_MS } from '@coffer/contract/durations'
import { beforeAll, expect, it } from 'vitest'
import { invoiceMaker } from '../../../test/invoices.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { findDueDunnings, remind, startDunning } from '../dunning/index.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'

const DUE = { amount: 1250, currency: 'EUR' }
const t = await openTestApp()
const { deps } = t
const make = invoiceMaker(t)

beforeAll(() => t.settings({ subscription_type: 'fixed' }))

const isRestricted = async ({ userId }: TestClient) =>
  (await restrictionsOfUser(deps.db, userId)).canUpload !== undefined

/** A user whom the last reminder of an open invoice has restricted. */
async function restrictedUser() {
  const user = await t.signIn()
  const invoice = await make.open(user.userId, DUE.amount)
  await deps.transact(tx =>
    startDunning(tx, deps, { userId: user.userId, reason: 'unpaid_invoice', due: DUE }),
  )
  for (const _ of [2, 3]) {
    t.advance(2 * DAY_MS)
    for await (const dunning of findDueDunnings(deps.db, deps))
      await deps.transact(tx => remind(tx, deps, dunning, DUE))
  }
  expect(await isRestricted(user)).toBe(true)
  return { user, invoice }
}

const asAdmin = async (path: string, body: object) =>
  (await t.signIn('admin')).send('POST', path, body)

it('lifts the restriction at once when an administrator marks the invoice as paid', async () => {
  const { user, invoice } = await restrictedUser()
  const path = `/api/admin/invoices/${invoice.id}/paid`
  expect((await asAdmin(path, { reason: 'Bank transfer' })).status).toBe(200)
  expect(await isRestricted(user)).toBe(false)
})

it('lifts the restriction at once when an administrator credits the whole invoice', async () => {
  const { user, invoice } = await restrictedUser()
  const path = `/api/admin/invoices/${invoice.id}/credit-notes`
  const credit = await asAdmin(path, { amount: DUE.amount, reason: 'Goodwill' })
  expect([200, 201]).toContain(credit.status)
  expect(await isRestricted(user)).toBe(false)
})

it('pays the invoice from credit of an administrator, which lifts the restriction at once', async () => {
  const { user } = await restrictedUser()
  const path = `/api/admin/users/${user.userId}/credit`
  const credit = await asAdmin(path, { amount: 2000, currency: DUE.currency, reason: 'Goodwill' })
  expect(credit.body.data.balance).toEqual({ amount: 750, currency: DUE.currency })
  expect(await isRestricted(user)).toBe(false)
})

it('keeps the restriction while another invoice is due', async () => {
  const { user, invoice } = await restrictedUser()
  await make.open(user.userId, 500)
  await asAdmin(`/api/admin/invoices/${invoice.id}/paid`, { reason: 'Bank transfer' })
  expect(await isRestricted(user)).toBe(true)
})
