import { randomUUID } from 'node:crypto'
import { translations } from '@coffer/contract'
import type { InvoiceSnapshot } from '@coffer/contract/invoices'
import { type Coffer, write } from './server.ts'

const PREFIX = 'invoice_document.'
const texts = Object.fromEntries(
  Object.entries(translations.en)
    .filter(([key]) => key.startsWith(PREFIX))
    .map(([key, text]) => [key.slice(PREFIX.length), text]),
)
const none = { state: null, phone: null }

/** Inserts an open invoice of a user, as a subscription would. @returns its id */
export function putInvoice(coffer: Coffer, email: string, number: number): string {
  const id = randomUUID()
  const at = Date.now()
  const issued = new Date(at).toISOString()
  const label = `2026-${String(number).padStart(6, '0')}`
  const tax = { country: 'DK', category: 'S' as const, rate: '25', taxable: 22_464, tax: 5616 }
  const line = { unit: 'C62', quantity: '1', tax_category: 'S' as const, tax_rate: '25' }
  const snapshot: InvoiceSnapshot = {
    version: 1,
    kind: 'invoice',
    label,
    locale: 'en',
    texts,
    time_zone: 'UTC',
    issued_at: issued,
    due_at: issued,
    period: null,
    currency: 'EUR',
    prices_include_tax: true,
    seller: {
      ...none,
      name: 'Nordhavn Cloud ApS',
      company: null,
      address: 'Havnegade 7',
      city: 'Nordhavn',
      postal_code: '2150',
      country: 'DK',
      tax_id: 'DK13585628',
      email: 'billing@nordhavn.example',
    },
    buyer: {
      ...none,
      name: 'Freja Holm',
      company: 'Holm & Datter Arkiv ApS',
      address: 'Strandgade 9',
      city: 'Copenhagen',
      postal_code: '1401',
      country: 'DK',
      tax_id: null,
      email,
    },
    lines: [
      {
        ...line,
        description: 'Agency, a year',
        detail: '2 TB, 40 members',
        period: { starts_at: '2026-11-12T00:00:00.000Z', ends_at: '2027-11-12T00:00:00.000Z' },
        unit_amount: '290',
        amount: 29_000,
        explanation: null,
      },
      {
        ...line,
        description: 'Unused time on Studio',
        detail: null,
        period: null,
        unit_amount: null,
        amount: -920,
        explanation: null,
      },
    ],
    taxes: [tax],
    subtotal: tax.taxable,
    tax: tax.tax,
    total: 28_080,
    note: 'Company register 12345678',
    corrects: null,
  }
  write(
    coffer,
    `insert into invoices (id, kind, series, year, number, label, state, user_id, gateway, currency,
      subtotal, tax, total, buyer_name, buyer_email, snapshot, issued_at, due_at)
      select ?, 'invoice', 'invoice', 2026, ?, ?, 'open', id, 'system', 'EUR', ?, ?, ?,
      'Holm & Datter Arkiv ApS', email, ?, ?, ? from users where email = ?`,
    ...[id, number, label, tax.taxable, tax.tax, 28_080, JSON.stringify(snapshot), at, at, email],
  )
  return id
}
