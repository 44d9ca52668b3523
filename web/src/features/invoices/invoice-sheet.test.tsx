// @vitest-environment jsdom
import { translations } from '@coffer/contract'
import type { InvoiceSnapshot } from '@coffer/contract/invoices'
import { beforeEach, expect, test } from 'vitest'
import { setUpRendering, show, useConfig } from '../../../test/render.tsx'
import { InvoiceBreakdown, InvoiceSheet } from './invoice-sheet.tsx'

setUpRendering()
beforeEach(() => useConfig({ logos: { horizontal: null } as never }))

const PREFIX = 'invoice_document.'
const texts = Object.fromEntries(
  Object.entries(translations.en).flatMap(([key, text]) =>
    key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), text]] : [],
  ),
)

/** The metered storage of November in two tiers. */
const METERED: InvoiceSnapshot['lines'][number] = {
  description: 'Storage',
  detail: null,
  period: { starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-01T00:00:00.000Z' },
  quantity: '320',
  unit: 'E34',
  unit_amount: null,
  amount: 1240,
  tax_category: 'S',
  tax_rate: '25',
  explanation: {
    meter: 'storage',
    aggregate: 'maximum',
    tier_mode: 'graduated',
    quantity: '320',
    amount: 1240,
    tiers: [
      { from: 0, up_to: 10, quantity: '10', unit_amount: '0', flat_amount: 0, amount: 0 },
      { from: 10, up_to: null, quantity: '310', unit_amount: '0.04', flat_amount: 0, amount: 1240 },
    ],
  },
}

const PARTY = {
  name: 'Nordhavn Cloud ApS',
  company: null,
  address: null,
  city: null,
  postal_code: null,
  state: null,
  country: 'DK',
  tax_id: null,
  email: null,
  phone: null,
}

const documentOf = (change: Partial<InvoiceSnapshot>): InvoiceSnapshot => ({
  version: 1,
  kind: 'invoice',
  label: '2026-000418',
  locale: 'en',
  texts,
  time_zone: 'UTC',
  issued_at: '2026-12-01T06:00:00.000Z',
  due_at: '2026-12-01T06:00:00.000Z',
  period: METERED.period,
  currency: 'EUR',
  prices_include_tax: true,
  seller: PARTY,
  buyer: PARTY,
  lines: [METERED],
  taxes: [{ country: 'DK', category: 'S', rate: '25', taxable: 992, tax: 248 }],
  subtotal: 992,
  tax: 248,
  total: 1240,
  note: null,
  corrects: null,
  ...change,
})

/** Shows the page of an invoice. @returns its text */
async function textOf(change: Partial<InvoiceSnapshot> = {}): Promise<string> {
  const attributes = { kind: 'invoice', status: 'open', paid: 0, amount_due: 0, paid_at: null }
  const invoice = { attributes: { ...attributes, document: documentOf(change) } }
  await show(<InvoiceSheet invoice={invoice as never} />)
  return window.document.body.textContent
}

test('a document whose time zone the browser does not know is shown', async () => {
  const document = {
    kind: 'invoice',
    locale: 'en-GB',
    currency: 'EUR',
    time_zone: 'Europe/Atlantis',
    texts: { total: 'Total' },
    lines: [],
    taxes: [],
    subtotal: 1200,
    total: 1200,
  }
  await show(<InvoiceBreakdown document={document as never} />)
  expect(window.document.body.textContent).toContain('Total€12.00')
})

test('metered usage has its unit, and each tier with its price and amount', async () => {
  const text = await textOf()
  expect(text).toContain('10\u00a0GB × €0.0000€0.00')
  expect(text).toContain('310\u00a0GB × €0.0400€12.40')
  expect(text).toContain('320\u00a0GB')
  await show(<InvoiceBreakdown document={documentOf({})} />)
  expect(window.document.body.textContent).toContain('310\u00a0GB × €0.0400€12.40')
})

test('a tier with a flat amount shows it beside its price', async () => {
  const tier = { from: 0, up_to: null, quantity: '3', unit_amount: '2', flat_amount: 500 }
  const explanation = { ...METERED.explanation, tiers: [{ ...tier, amount: 1100 }] } as never
  const text = await textOf({ lines: [{ ...METERED, unit: 'C62', explanation }] })
  expect(text).toContain('3 × €2.0000 + €5.00€11.00')
})

test('periods are days in UTC, whatever the zone of the seller is', async () => {
  const text = await textOf({ time_zone: 'America/New_York' })
  expect(text).toContain('IssuedDec 1, 2026')
  expect(text).toMatch(/StorageNov 1\s–\s30, 2026/)
})

test('case 64: an invoice without tax says why', async () => {
  const taxed = { taxable: 1240, tax: 0, rate: '0', country: null }
  const reasonOf = (category: 'AE' | 'E' | 'O') => textOf({ taxes: [{ ...taxed, category }] })
  expect(await reasonOf('AE')).toContain('Reverse charge: the customer owes the VAT.')
  expect(await reasonOf('E')).toContain('Exempt from VAT.')
  expect(await reasonOf('O')).toContain('Not subject to VAT.')
  expect(await reasonOf('O')).not.toContain('Prices include VAT.')
  expect(await textOf()).toContain('Prices include VAT.')
})

test('a credit note dates the invoice that it corrects in the time zone of that invoice', async () => {
  const corrects = {
    label: '2026-000418',
    issued_at: '2026-12-31T23:30:00.000Z',
    time_zone: 'Europe/Madrid',
    reason: 'Refund',
  }
  const text = await textOf({ texts: { corrects: '{{number}} of {{date}}' }, corrects })
  expect(text).toContain('2026-000418 of Jan 1, 2027')
})
