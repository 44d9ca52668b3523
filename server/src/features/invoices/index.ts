export { accountCurrency, bookPaidOutside } from './admin-invoices.service.ts'
export {
  creditNote,
  markPaid,
  reopenInvoice,
  voidInvoice,
  writeOff,
} from './corrections.service.ts'
export { grantCredit, grantCredits } from './grant-credit.service.ts'
export { findInvoicesOf } from './invoice-list.repository.ts'
export { readPdfOf } from './invoice-pdf.service.ts'
export { createInvoicePdf } from './invoices.jobs.ts'
export {
  existsBilling,
  findInvoice,
  findOpenInvoices,
  hasBilling,
  hasOpenInvoices,
  lockInvoice,
  lockOpenInvoices,
  sumDue,
} from './invoices.repository.ts'
export { invoicesRoutes } from './invoices.routes.ts'
export {
  CREDIT_REASONS,
  type CreditReason,
  paidPartOf,
  readSnapshot,
  restOf,
} from './invoices.rules.ts'
export { anonymizeBilling, collectBilling, requireVisibleInvoice } from './invoices.service.ts'
export {
  type DraftLine,
  type InvoiceDraft,
  openInvoice,
  openInvoices,
  readAddedTaxRates,
} from './open-invoice.service.ts'
export { ownerOfPayment, refundableOf } from './refundable.service.ts'
export { addTax, withTax } from './tax.ts'
