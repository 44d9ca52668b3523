import type { TaxRate } from '@coffer/contract/tax-rates'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searched } from '../../../test/property.ts'
import { checkTaxId } from '../../lib/tax-ids.ts'
import { supplyDayOf } from './invoices.rules.ts'
import { computeTaxes, decideTax, rateOn, type TaxParty, taxLines, withTax } from './tax.ts'

const RATES: TaxRate[] = [
  { country: 'DK', rate: '25', from: '1992-01-01' },
  { country: 'DE', rate: '19', from: '2007-01-01' },
  { country: 'DE', rate: '16', from: '2020-07-01' },
  { country: 'DE', rate: '19', from: '2021-01-01' },
  { country: 'NO', rate: '25', from: '2005-01-01' },
  { country: 'MT', rate: '0', from: '2020-01-01' },
]
const party = (country: string | null, change: Partial<TaxParty> = {}): TaxParty => ({
  country,
  postalCode: null,
  taxId: null,
  ...change,
})
const seller = party('DK', { taxId: 'DK13585628' })
const decide = (buyer: TaxParty, change: Partial<Parameters<typeof decideTax>[0]> = {}) =>
  decideTax({ seller, buyer, suppliedOn: '2026-11-12', rates: RATES, ...change })

describe('decideTax', () => {
  it('case 64: an EU company of another member with a valid id owes the tax itself', () => {
    const company = party('DE', { taxId: 'DE136695976' })
    expect(decide(company)).toEqual({ country: null, category: 'AE', rate: '0' })
  })

  it('case 64: the id lapsed, and the next invoice has VAT', () => {
    expect(decide(party('DE'))).toEqual({ country: 'DE', category: 'S', rate: '19' })
  })

  it('case 64: a rate that changes on a day holds by the day of supply', () => {
    const on = (suppliedOn: string) => decide(party('DE'), { suppliedOn }).rate
    expect(on('2020-06-30')).toBe('19')
    expect(on('2020-07-01')).toBe('16')
    expect(on('2020-12-31')).toBe('16')
    expect(on('2021-01-01')).toBe('19')
    expect(rateOn('DE', '2006-12-31', RATES)).toBeUndefined()
  })

  it('case 64: usage of December has the rate of December, also east of UTC', () => {
    const at = (text: string) => Date.parse(`${text}Z`)
    const december = { endsAt: at('2027-01-01T00:00') }
    const settledAt = at('2027-01-01T06:00')
    expect(supplyDayOf(december, settledAt, 'Europe/Copenhagen')).toBe('2026-12-31')
    expect(supplyDayOf(december, settledAt, 'America/Lima')).toBe('2026-12-31')
  })

  it('case 64: what is paid in advance has the rate of the day of issue', () => {
    const year = { endsAt: Date.parse('2027-11-12T00:00Z') }
    const issuedAt = Date.parse('2026-11-12T23:30Z')
    expect(supplyDayOf(year, issuedAt, 'Europe/Copenhagen')).toBe('2026-11-13')
    expect(supplyDayOf(null, issuedAt, 'America/Lima')).toBe('2026-11-12')
  })

  it('charges companies of the own country', () => {
    const company = party('DK', { taxId: 'DK13585628' })
    expect(decide(company)).toEqual({ country: 'DK', category: 'S', rate: '25' })
  })

  it('charges consumers of members without a row the own rate, of others nothing', () => {
    expect(decide(party('FR'))).toEqual({ country: 'DK', category: 'S', rate: '25' })
    expect(decide(party('US')).category).toBe('O')
    expect(decide(party('NO'))).toEqual({ country: 'NO', category: 'S', rate: '25' })
    expect(decide(party('NO', { taxId: '995525828MVA' })).category).toBe('O')
    expect(decide(party('MT'))).toEqual({ country: 'MT', category: 'Z', rate: '0' })
  })

  it('treats the Canary Islands as outside the VAT area', () => {
    const rates = [...RATES, { country: 'ES', rate: '21', from: '2012-09-01' }]
    const at = (postalCode: string) => decide(party('ES', { postalCode }), { rates })
    expect(at('28013')).toEqual({ country: 'ES', category: 'S', rate: '21' })
    expect(at('35001').category).toBe('O')
    const spanish = { seller: party('ES', { taxId: 'ESB58378431', postalCode: '28013' }), rates }
    expect(decide(party('ES', { postalCode: '38001' }), spanish).category).toBe('O')
    expect(decide(party('ES', { postalCode: '08001' }), spanish).rate).toBe('21')
  })

  it('charges nothing without an id of the seller or a rate', () => {
    expect(decide(party('DK'), { seller: party('DK') }).category).toBe('O')
    expect(decide(party('DK'), { rates: [] }).category).toBe('O')
    expect(decide(party(null), { rates: [] }).category).toBe('O')
  })

  it('charges buyers whose country is unknown the own rate', () => {
    expect(decide(party(null))).toEqual({ country: 'DK', category: 'S', rate: '25' })
    expect(decide(party(null), { seller: party('DK') }).category).toBe('O')
  })
})

describe('computeTaxes', () => {
  const line = (amount: number, tax_rate = '25', tax_category: 'S' | 'AE' = 'S') => ({
    amount,
    tax_category,
    tax_rate,
  })
  const gross = { pricesIncludeTax: true, country: 'DK' }
  const net = { pricesIncludeTax: false, country: 'DK' }

  it('takes the tax out of prices that include it', () => {
    const totals = computeTaxes([line(29_000), line(-920)], gross)
    expect(totals).toEqual({
      taxes: [{ country: 'DK', category: 'S', rate: '25', taxable: 22_464, tax: 5616 }],
      subtotal: 22_464,
      tax: 5616,
      total: 28_080,
    })
  })

  it('case 30: computes the tax on the sum of the lines, not on each', () => {
    const lines = [line(5, '21'), line(5, '21'), line(5, '21')]
    expect(computeTaxes(lines, net)).toMatchObject({ subtotal: 15, tax: 3, total: 18 })
    expect(taxLines(lines, false).map(({ tax }) => tax)).toEqual([1, 1, 1])
  })

  it('groups by rate and category', () => {
    const lines = [line(1000), line(500, '0', 'AE'), line(1000, '25.0'), line(700, '5.5')]
    const { taxes, total } = computeTaxes(lines, net)
    expect(taxes).toEqual([
      { country: 'DK', category: 'S', rate: '25', taxable: 2000, tax: 500 },
      { country: null, category: 'AE', rate: '0', taxable: 500, tax: 0 },
      { country: 'DK', category: 'S', rate: '5.5', taxable: 700, tax: 39 },
    ])
    expect(total).toBe(3739)
  })

  it('returns zeros without lines', () => {
    expect(computeTaxes([], net)).toEqual({ taxes: [], subtotal: 0, tax: 0, total: 0 })
    expect(withTax(1000, '21')).toBe(1210)
  })

  const priced = fc.array(
    fc.record({
      amount: fc.integer({ min: -100_000_000, max: 100_000_000 }),
      tax_category: fc.constantFrom('S' as const, 'AE' as const),
      tax_rate: fc.constantFrom('25', '21', '5.5', '0', '7.7'),
    }),
    { maxLength: 10 },
  )

  it('P4: lines, rates and totals sum up, and gross prices stay the total', () => {
    fc.assert(
      fc.property(priced, fc.boolean(), (lines, pricesIncludeTax) => {
        const { taxes, subtotal, tax, total } = computeTaxes(lines, {
          pricesIncludeTax,
          country: 'DK',
        })
        const taxed = taxLines(lines, pricesIncludeTax)
        const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)
        expect(sum(taxed.map(each => each.tax))).toBe(tax)
        expect(sum(taxed.map(each => each.net))).toBe(subtotal)
        expect(sum(taxes.map(each => each.tax))).toBe(tax)
        expect(subtotal + tax).toBe(total)
        const prices = sum(lines.map(each => each.amount))
        expect(pricesIncludeTax ? total : subtotal).toBe(prices)
        for (const each of taxes) {
          const exact = (each.taxable * Number(each.rate)) / 100
          expect(Math.abs(each.tax - exact)).toBeLessThanOrEqual(0.626)
        }
      }),
      searched(500),
    )
  })

  it('P4: a credit note of the whole invoice has the same amounts', () => {
    fc.assert(
      fc.property(priced, fc.boolean(), (lines, pricesIncludeTax) => {
        const context = { pricesIncludeTax, country: 'DK' }
        const negated = lines.map(each => ({ ...each, amount: -each.amount }))
        const [ours, theirs] = [lines, negated].map(each => computeTaxes(each, context))
        expect((ours?.tax ?? 0) + (theirs?.tax ?? 0)).toBe(0)
        expect((ours?.total ?? 0) + (theirs?.total ?? 0)).toBe(0)
      }),
      searched(200),
    )
  })
})

describe('checkTaxId', () => {
  it.each([
    ['DK', 'DK 13 58 56 28', 'DK13585628'],
    ['DK', '13585628', 'DK13585628'],
    ['DE', 'de136695976', 'DE136695976'],
    ['ES', 'B-58378431', 'ESB58378431'],
    ['GR', 'EL 023456780', 'EL023456780'],
    ['AT', 'ATU13585627', 'ATU13585627'],
    ['CZ', 'CZ25123891', 'CZ25123891'],
    ['SK', 'SK2022749619', 'SK2022749619'],
    ['FR', '40 303 265 045', 'FR40303265045'],
    ['GB', 'GB 980 7806 84', 'GB980780684'],
    ['CH', 'CHE-107.787.577 IVA', 'CHE107787577IVA'],
  ])('accepts an id of %s: %s', async (country, text, taxId) => {
    expect(await checkTaxId(country, text)).toEqual({ state: 'valid', taxId })
  })

  it('rejects wrong check digits and the prefix of another country', async () => {
    expect((await checkTaxId('DK', 'DK13585629')).state).toBe('invalid')
    expect((await checkTaxId('AT', 'DE136695976')).state).toBe('invalid')
    expect((await checkTaxId('DE', '')).state).toBe('invalid')
    expect((await checkTaxId('AQ', ' ')).state).toBe('invalid')
  })

  it('says where no rule is known', async () => {
    expect(await checkTaxId('AQ', 'x-1 2')).toEqual({ state: 'unchecked', taxId: 'X12' })
  })
})
