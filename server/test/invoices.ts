import { type InvoiceDraft, openInvoice } from '../src/features/invoices/index.ts'
import type { TestApp } from './test-app.ts'

/** Invoices as subscriptions make them. */
export const invoiceMaker = (t: TestApp) => ({
  open: (userId: string, total: number, draft: Partial<InvoiceDraft> = {}) =>
    t.deps.transact(tx =>
      openInvoice(tx, t.deps, {
        userId,
        gateway: 'system',
        currency: 'EUR',
        lines: [{ description: 'Agency, a month', amount: total }],
        at: t.deps.now().getTime(),
        ...draft,
      }),
    ),
})

/** A seller in Denmark that charges VAT at home and in Spain. */
export const DANISH_SELLER = {
  billing_name: 'Nordhavn Cloud ApS',
  billing_address: 'Havnegade 7',
  billing_city: 'Nordhavn',
  billing_postal_code: '2150',
  billing_country: 'DK',
  billing_vat_number: 'DK13585628',
  billing_tax_rates: [
    { country: 'DK', rate: '25', from: '2020-01-01' },
    { country: 'ES', rate: '21', from: '2020-01-01' },
  ],
}
