import type { ExampleRequest } from './endpoints.ts'
import type { OwnedData } from './owned-data.ts'

const REASON = { reason: 'Agreed on the phone' }
const of =
  (name: 'difference' | 'invoice' | 'userId', body?: Record<string, unknown>) =>
  (own: OwnedData): ExampleRequest => ({ params: { id: own[name] }, ...(body && { body }) })

export const BILLING_PROFILE = {
  name: 'Freja Holm',
  company: null,
  address: 'Strandgade 9',
  city: 'Copenhagen',
  postal_code: '1401',
  state: null,
  country: 'DK',
  phone: null,
  tax_id: null,
}

/** Valid requests for invoices and transactions. */
export const INVOICE_EXAMPLES: Record<string, (own: OwnedData) => ExampleRequest> = {
  'GET /api/invoices': () => ({}),
  'GET /api/invoices/:id': of('invoice'),
  'GET /api/invoices/:id/pdf': of('invoice'),
  'GET /api/invoices/:id/usage': of('invoice'),
  'GET /api/admin/invoices': () => ({}),
  'GET /api/admin/invoices/export': () => ({}),
  'GET /api/admin/users/:id/invoices': of('userId'),
  'POST /api/admin/invoices/:id/credit-notes': of('invoice', { ...REASON, amount: 100 }),
  'POST /api/admin/invoices/:id/void': of('invoice', REASON),
  'POST /api/admin/invoices/:id/paid': of('invoice', REASON),
  'POST /api/admin/invoices/:id/uncollectible': of('invoice', REASON),
  'POST /api/admin/users/:id/credit': of('userId', { ...REASON, amount: 100 }),
  'GET /api/admin/billing/differences': () => ({}),
  'GET /api/admin/billing/differences/export': () => ({}),
  'POST /api/admin/billing/differences/:id/resolve': of('difference', REASON),
  'GET /api/user/billing-profile': () => ({}),
  'PUT /api/user/billing-profile': () => ({ body: BILLING_PROFILE }),
  'GET /api/subscriptions/transactions': () => ({}),
  'GET /api/admin/transactions': () => ({}),
  'GET /api/admin/transactions/export': () => ({}),
  'GET /api/admin/users/:id/transactions': of('userId'),
}
