import { randomUUID } from 'node:crypto'
import type { InvoiceSnapshot } from '@coffer/contract/invoices'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BILLING_PROFILE } from '../../../test/example-invoices.ts'
import { DANISH_SELLER, invoiceMaker } from '../../../test/invoices.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { searched } from '../../../test/property.ts'
import type { Db } from '../../db/open.ts'
import { balanceOf, checkLedger, postLedger, receivableOf } from '../ledger/index.ts'
import {
  creditNote,
  findInvoice,
  markPaid,
  reopenInvoice,
  restOf,
  sumDue,
  voidInvoice,
  writeOff,
} from './index.ts'
import { taxLines } from './tax.ts'

const t = await openTestApp()
const { db, transact } = t.deps
await t.settings(DANISH_SELLER)
const make = invoiceMaker(t)
const user = await t.signIn()
await user.send('PUT', '/api/user/billing-profile', { ...BILLING_PROFILE, country: 'ES' })

const amount = fc.integer({ min: 1, max: 200_000 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), amount }),
  fc.record({ kind: fc.constant('credit' as const), amount }),
  fc.record({
    kind: fc.constantFrom('credit_all', 'void', 'write_off', 'reverse'),
    amount: fc.constant(0),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const at = () => t.deps.now().getTime()

/** Reverses all that was paid of an invoice, as a lost dispute does. */
async function reverse(tx: Db, invoiceId: string): Promise<void> {
  const key = `dispute:${randomUUID()}`
  const all = { invoiceId, key, amount: Number.MAX_SAFE_INTEGER, at: at() }
  const amount = await reopenInvoice(tx, t.deps, all)
  await postLedger(tx, t.deps, {
    key,
    at: at(),
    currency: 'EUR',
    entries: [
      { account: 'receivable', userId: user.userId, amount },
      { account: 'clearing.stripe', amount: -amount },
    ],
  })
}

/** Takes a step; a step that the state does not allow changes nothing. */
const take = (invoiceId: string, { kind, amount }: Step) =>
  transact(async tx => {
    if (kind === 'reverse') return reverse(tx, invoiceId)
    const key = `payment:${randomUUID()}`
    if (kind === 'pay')
      await markPaid(tx, t.deps, { invoiceId, key, from: 'clearing.stripe', amount, at: at() })
    else if (kind === 'void') await voidInvoice(tx, t.deps, { invoiceId, at: at() })
    else if (kind === 'write_off') await writeOff(tx, t.deps, invoiceId, at())
    else {
      const input = { invoiceId, reason: 'credit' as const, at: at() }
      await creditNote(tx, t.deps, { ...input, amount: kind === 'credit' ? amount : null })
    }
  }).catch((error: { code?: string }) => {
    if (error.code !== 'invoice.wrong_state' && error.code !== 'request.invalid') throw error
  })

const documentsOf = async (invoiceId: string): Promise<InvoiceSnapshot[]> =>
  (
    await db
      .selectFrom('invoices')
      .select('snapshot')
      .where('corrects_id', '=', invoiceId)
      .orderBy('number')
      .execute()
  ).map(({ snapshot }) => JSON.parse(snapshot))

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

function expectSumsOf(document: InvoiceSnapshot): void {
  const { lines, prices_include_tax, taxes, subtotal, tax, total } = document
  expect(subtotal + tax).toBe(total)
  // The electronic invoice names the lines without tax.
  expect(sum(taxLines(lines, prices_include_tax).map(({ net }) => net))).toBe(subtotal)
  expect(sum(taxes.map(each => each.tax))).toBe(tax)
  for (const each of taxes) expect(Math.min(each.tax, each.taxable)).toBeGreaterThanOrEqual(0)
}

async function expectSound(id: string): Promise<void> {
  const invoice = await findInvoice(db, id)
  if (!invoice) throw new Error('no invoice')
  const creditNotes = await documentsOf(id)
  expect(sum(creditNotes.map(({ total }) => total))).toBe(invoice.credited)
  expect(invoice.credited).toBeLessThanOrEqual(invoice.total)
  expect(sum(creditNotes.map(({ tax }) => tax))).toBeLessThanOrEqual(invoice.tax)
  if (invoice.credited === invoice.total)
    expect(sum(creditNotes.map(({ tax }) => tax))).toBe(invoice.tax)
  for (const each of creditNotes) expectSumsOf(each)
  const due = await sumDue(db)
  const owed = due.find(({ currency }) => currency === 'EUR')?.amount ?? 0
  expect(await receivableOf(db, user.userId, 'EUR')).toBe(owed)
  expect(restOf(invoice) === 0).toBe(invoice.state === 'paid' || invoice.state === 'void')
  expect(await balanceOf(db, user.userId, 'EUR')).toBeGreaterThanOrEqual(0)
}

describe('P2 and P9: any series of payments and corrections', () => {
  it('keeps credit notes within their invoice and the ledger equal to what is due', async () => {
    const series = fc.record({
      lines: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 3 }),
      pricesIncludeTax: fc.boolean(),
      steps: fc.array(step, { maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(series, async ({ lines, pricesIncludeTax, steps }) => {
        const { id } = await make.open(user.userId, 0, {
          lines: lines.map(amount => ({ description: 'Line', amount })),
          pricesIncludeTax,
        })
        for (const each of steps) await take(id, each)
        await expectSound(id)
      }),
      searched(30),
    )
    expect((await checkLedger(db)).isBalanced).toBe(true)
  })
})

it('the lines of a credit note for a part of an invoice sum to its subtotal', async () => {
  const { id } = await make.open(user.userId, 999, { pricesIncludeTax: true })
  await take(id, { kind: 'credit', amount: 701 })
  const [document] = (await documentsOf(id)) as [InvoiceSnapshot]
  expectSumsOf(document)
  expect(document).toMatchObject({ taxes: [{ rate: '21' }], total: 701 })
})

it('an invoice that is written off, paid and reversed can be written off again', async () => {
  const { id } = await make.open(user.userId, 1000)
  const steps: Step[] = [
    { kind: 'write_off', amount: 0 },
    { kind: 'pay', amount: 1000 },
    { kind: 'reverse', amount: 0 },
    { kind: 'write_off', amount: 0 },
  ]
  for (const each of steps) {
    await take(id, each)
    await expectSound(id)
  }
  expect((await findInvoice(db, id))?.state).toBe('uncollectible')
})

it('a credit note keeps the time zone of the invoice that it corrects', async () => {
  await t.settings({ timezone: 'Europe/Madrid' })
  const { id } = await make.open(user.userId, 1000)
  await t.settings({ timezone: 'UTC' })
  await take(id, { kind: 'credit_all', amount: 0 })
  expect(await documentsOf(id)).toMatchObject([
    { time_zone: 'UTC', corrects: { time_zone: 'Europe/Madrid' } },
  ])
})

describe('after the account was deleted', () => {
  it('invoices, transactions and ledger stay without the user, with the buyer', async () => {
    // Balances of the tests before pay their invoices.
    await t.runJobs()
    const admin = await t.signIn('admin')
    const leaver = await t.signIn()
    const { id } = await make.open(leaver.userId, 1000)
    // In another currency, so that it does not pay the invoice.
    const credit = { amount: 500, reason: 'Welcome', currency: 'USD' }
    await admin.send('POST', `/api/admin/users/${leaver.userId}/credit`, credit)
    const { name, email } = (await admin.send('GET', `/api/invoices/${id}`)).body.data.attributes
      .buyer
    const { status } = await admin.send('DELETE', `/api/admin/users/${leaver.userId}`, { name })
    expect(status).toBeLessThan(300)
    await t.runJobs()
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', leaver.userId)
      .executeTakeFirst()
    expect(user).toBeUndefined()
    const { attributes, relationships } = (await admin.send('GET', `/api/invoices/${id}`)).body.data
    expect(attributes.document.buyer).toMatchObject({ name, email })
    expect(relationships.user.data).toBeNull()
    const { data } = (await admin.send('GET', '/api/admin/transactions?per_page=1')).body
    expect(data[0].relationships.user.data).toBeNull()
    expect(await receivableOf(db, leaver.userId, 'EUR')).toBe(0)
    // Corrections are still possible.
    const path = `/api/admin/invoices/${id}/void`
    expect((await admin.send('POST', path, { reason: 'Left' })).status).toBe(200)
    expect((await checkLedger(db)).isBalanced).toBe(true)
  })
})
