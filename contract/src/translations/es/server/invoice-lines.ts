/** Lines of invoices, in the language of the document. */
export const invoiceLines = {
  'invoice_line.unused_time': 'Tiempo sin usar de {{plan}}',
  'invoice_line.days': '{{price, money}} × {{days, number}} de {{of_days, number}} días',
}
