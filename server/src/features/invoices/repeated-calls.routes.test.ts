import { expect, it } from 'vitest'
import { DANISH_SELLER, invoiceMaker } from '../../../test/invoices.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'

const t = await openTestApp()
const { db, newId } = t.deps
const admin = await t.signIn('admin')
const make = invoiceMaker(t)
await t.settings(DANISH_SELLER)

const act = (path: string, body: object) =>
  admin.send('POST', `/api/admin/${path}`, { reason: 'Late answer', ...body })
const statusesOf = async (calls: ReturnType<typeof act>[]) =>
  (await Promise.all(calls)).map(({ status }) => status)
const balance = ({ userId }: TestClient) => balanceOf(db, userId, 'EUR')
const audited = async (target: string) =>
  (await admin.send('GET', `/api/admin/audit?category=billing&target=${target}`)).body.data.map(
    (entry: { attributes: { action: string } }) => entry.attributes.action,
  )

it('credits a user once when the call is repeated with its id', async () => {
  const user = await t.signIn()
  const credit = (body: object) => act(`users/${user.userId}/credit`, { currency: 'EUR', ...body })
  const call = { id: newId(), amount: 500 }
  expect(await statusesOf([credit(call), credit(call)])).toEqual([201, 201])
  expect((await credit(call)).body.data.balance).toEqual({ amount: 500, currency: 'EUR' })
  expect(await audited(user.userId)).toEqual(['billing.user_credited'])
  expect((await user.send('GET', '/api/notifications')).body.data).toHaveLength(1)

  const other = await t.signIn()
  for (const answer of [
    await credit({ ...call, amount: 600 }),
    await credit({ ...call, currency: 'USD' }),
    await act(`users/${other.userId}/credit`, { ...call, currency: 'EUR' }),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, 'request.id_used'])
  expect([await balance(user), await balance(other)]).toEqual([500, 0])
  expect((await credit({ amount: 500 })).status).toBe(201)
  expect(await balance(user)).toBe(1000)
})

it('writes a credit note once when the call is repeated with its id', async () => {
  const user = await t.signIn()
  const invoice = await make.open(user.userId, 1000)
  await act(`invoices/${invoice.id}/paid`, {})
  const correct = (body: object) => act(`invoices/${invoice.id}/credit-notes`, body)
  const call = { id: newId(), amount: 240 }
  expect(await statusesOf([correct(call), correct(call)])).toEqual([201, 201])
  expect((await correct(call)).body.data).toMatchObject({ id: call.id, attributes: { total: 240 } })
  expect(await balance(user)).toBe(240)
  expect(await audited(invoice.id)).toEqual(['billing.credit_note_created', 'billing.invoice_paid'])

  const other = await make.open((await t.signIn()).userId, 1000)
  for (const answer of [
    await correct({ ...call, amount: 300 }),
    await correct({ ...call, amount: null }),
    await correct({ ...call, id: invoice.id }),
    await act(`invoices/${other.id}/credit-notes`, call),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, 'request.id_used'])
  expect(await balance(user)).toBe(240)
  const all = { id: newId(), amount: null }
  expect(await statusesOf([correct(all), correct(all)])).toEqual([201, 201])
  expect(await balance(user)).toBe(1000)
  expect((await checkLedger(db)).isBalanced).toBe(true)
})
