/** Lines of invoices and reasons of credit notes, in the language of the document. */
export const invoiceLines = {
  'invoice_line.unused_time': 'Unused time on {{plan}}',
  'invoice_line.days': '{{price, money}} × {{days, number}} of {{of_days, number}} days',
  'credit_reason.refund': 'Refund',
  'credit_reason.cancellation': 'Cancellation of the invoice',
  'credit_reason.credit': 'Credit',
  'credit_reason.unused_time': 'Unused time after a change of plan',
  'credit_reason.change_not_made': 'Change of plan that was not made',
  'credit_reason.duplicate': 'Refund of a purchase that did not take effect',
  'credit_reason.account_deleted': 'Refund after the account was deleted',
} as const
