import type { InvoiceLine, InvoiceParty, InvoiceSnapshot } from '@coffer/contract/invoices'
import type { InvoiceDocument } from '../src/features/invoices/invoice-document.ts'
import { invoiceTexts } from '../src/features/invoices/invoice-texts.ts'
import { computeTaxes } from '../src/features/invoices/tax.ts'

const PARTY: InvoiceParty = {
  name: '',
  company: null,
  address: null,
  city: null,
  postal_code: null,
  state: null,
  country: null,
  tax_id: null,
  email: null,
  phone: null,
}

export const SELLER: InvoiceParty = {
  ...PARTY,
  name: 'Nordhavn Cloud ApS',
  address: 'Havnegade 7',
  city: 'Nordhavn',
  postal_code: '2150',
  country: 'DK',
  tax_id: 'DK 13 58 56 28',
  email: 'billing@nordhavn.example',
  phone: '+45 00 00 00 00',
}

export const BUYER: InvoiceParty = {
  ...PARTY,
  name: 'Freja Holm',
  company: 'Holm & Datter Arkiv ApS',
  address: 'Strandgade 9',
  city: 'Copenhagen',
  postal_code: '1401',
  country: 'DK',
  tax_id: 'DK25313763',
  email: 'freja@holm.example',
}

export const invoiceLine = (change: Partial<InvoiceLine> = {}): InvoiceLine => ({
  description: 'Agency, a year',
  detail: '2 TB, 40 members',
  period: { starts_at: '2026-11-12T00:00:00.000Z', ends_at: '2027-11-12T00:00:00.000Z' },
  quantity: '1',
  unit: 'C62',
  unit_amount: '290',
  amount: 29_000,
  tax_category: 'S',
  tax_rate: '25',
  explanation: null,
  ...change,
})

const UNUSED = invoiceLine({
  description: 'Unused time on Studio',
  detail: '€12.00 × 23 of 30 days',
  period: { starts_at: '2026-11-12T00:00:00.000Z', ends_at: '2026-12-05T00:00:00.000Z' },
  unit_amount: '-9.20',
  amount: -920,
})

/** The metered storage of a month in two tiers. */
export const METERED = invoiceLine({
  description: 'Storage',
  detail: null,
  period: { starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-01T00:00:00.000Z' },
  quantity: '320',
  unit: 'E34',
  unit_amount: null,
  amount: 1240,
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
})

/** An invoice of two lines whose totals fit its lines. */
function snapshotOf(change: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  const locale = change.locale ?? 'en'
  const lines = change.lines ?? [invoiceLine(), UNUSED]
  const pricesIncludeTax = change.prices_include_tax ?? true
  return {
    version: 1,
    kind: 'invoice',
    label: '2026-000418',
    locale,
    texts: invoiceTexts(locale),
    time_zone: 'Europe/Copenhagen',
    issued_at: '2026-11-12T09:41:00.000Z',
    due_at: '2026-11-12T09:41:00.000Z',
    period: { starts_at: '2026-11-12T00:00:00.000Z', ends_at: '2027-11-12T00:00:00.000Z' },
    currency: 'EUR',
    prices_include_tax: pricesIncludeTax,
    seller: SELLER,
    buyer: BUYER,
    lines,
    ...computeTaxes(lines, { pricesIncludeTax, country: 'DK' }),
    note: null,
    corrects: null,
    ...change,
  }
}

export const invoiceDocument = (change: Partial<InvoiceSnapshot> = {}): InvoiceDocument => ({
  snapshot: snapshotOf(change),
})
