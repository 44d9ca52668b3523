/** Lines of invoices, in the language of the document. */
export const invoiceLines = {
  'invoice_line.unused_time': 'Unused time on {{plan}}',
  'invoice_line.days': '{{price, money}} × {{days, number}} of {{of_days, number}} days',
} as const
