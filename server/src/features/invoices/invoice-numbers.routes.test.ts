import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DANISH_SELLER, invoiceMaker } from '../../../test/invoices.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { searched } from '../../../test/property.ts'
import { databaseError } from '../../db/database-errors.ts'
import { creditNote } from './index.ts'

const t = await openTestApp()
const { db, transact } = t.deps
const ann = await t.signIn()
const make = invoiceMaker(t)
await t.settings(DANISH_SELLER)

describe('case 47: numbers', () => {
  it('begin again with the year of the seller’s time zone', async () => {
    await t.settings({ timezone: 'Pacific/Auckland', billing_invoice_prefix: 'N-' })
    const [before, after] = [
      await make.open(ann.userId, 100, { at: Date.UTC(2030, 11, 31, 10, 59) }),
      await make.open(ann.userId, 100, { at: Date.UTC(2030, 11, 31, 11, 0) }),
    ]
    expect([before.label, after.label]).toEqual(['N-2030-000001', 'N-2031-000001'])
    await t.settings({ timezone: null, billing_invoice_prefix: '' })
  })

  it('of credit notes are a series of their own', async () => {
    const at = Date.UTC(2032, 5, 1)
    const { id } = await make.open(ann.userId, 100, { at })
    const credit = { invoiceId: id, amount: null, reason: 'credit', at } as const
    const { creditNote: note } = await transact(tx => creditNote(tx, t.deps, credit))
    expect(note.label).toBe('2032-C000001')
    expect((await make.open(ann.userId, 100, { at })).label).toBe('2032-000002')
  })
})

/** Opens again, as callers do, when no connection became free in time. */
const openPatiently = (...invoice: Parameters<typeof make.open>): ReturnType<typeof make.open> =>
  make.open(...invoice).catch(error => {
    if (databaseError(error)?.code !== 'storage.unavailable') throw error
    return openPatiently(...invoice)
  })

describe('case 46 and P10: numbers', () => {
  it('have no gaps when 100 invoices are opened at once and 10 fail', async () => {
    const at = Date.UTC(2033, 5, 1)
    const opened = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        openPatiently(ann.userId, 100, { at, ...(index % 10 === 3 && { lines: [failing()] }) }),
      ),
    )
    const numbers = opened
      .flatMap(result => (result.status === 'fulfilled' ? result.value.number : []))
      .toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
  })

  it('are free again if the transaction fails after the invoice was opened', async () => {
    const at = Date.UTC(2034, 5, 1)
    const draft = { at, gateway: 'stripe', externalId: 'in_1' } as const
    await make.open(ann.userId, 100, draft)
    // The same invoice of a gateway is mirrored once.
    await expect(make.open(ann.userId, 100, draft)).rejects.toThrow()
    expect((await make.open(ann.userId, 100, { at })).number).toBe(2)
  })

  const issued = (series: 'invoice' | 'credit_note', year: number) =>
    db
      .selectFrom('invoices')
      .select('number')
      .where('series', '=', series)
      .where('year', '=', year)
      .orderBy('number')
      .execute()

  it('P10: are 1 to n in each series, whatever is issued at once and fails', async () => {
    let run = 0
    const counted = new Map<number, { invoice: number; credit_note: number }>()
    const act = fc.constantFrom('open', 'fail', 'fail late', 'credit')
    const batches = fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(batches, async acts => {
        // Years have four digits, so long searches return to a year and continue its numbers.
        run += 1
        const year = 2100 + (run % 1000)
        const at = Date.UTC(year, 5, 1)
        const counts = counted.get(year) ?? { invoice: 0, credit_note: 0 }
        counted.set(year, counts)
        counts.invoice += 1
        const { id } = await make.open(ann.userId, 1000, { at })
        const credit = { invoiceId: id, amount: 1, reason: 'credit', at } as const
        const once = {
          open: () => make.open(ann.userId, 100, { at }),
          fail: () => make.open(ann.userId, 100, { at, lines: [failing()] }),
          'fail late': () =>
            transact(async tx => {
              await creditNote(tx, t.deps, credit)
              throw new Error('killed')
            }),
          credit: () => transact(tx => creditNote(tx, t.deps, credit)),
        }
        for (const batch of acts) {
          const results = await Promise.allSettled(batch.map(each => once[each]()))
          const expected = batch.map(each => (each.startsWith('fail') ? 'rejected' : 'fulfilled'))
          expect(results.map(({ status }) => status)).toEqual(expected)
          counts.invoice += batch.filter(each => each === 'open').length
          counts.credit_note += batch.filter(each => each === 'credit').length
        }
        for (const series of ['invoice', 'credit_note'] as const)
          expect((await issued(series, year)).map(({ number }) => number)).toEqual(
            Array.from({ length: counts[series] }, (_, index) => index + 1),
          )
      }),
      searched(12),
    )
  })

  const failing = () => ({ description: 'Credit', amount: -100 })
})
