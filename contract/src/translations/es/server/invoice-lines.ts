import type { invoiceLines as en } from '../../en/server/invoice-lines.ts'

export const invoiceLines: Record<keyof typeof en, string> = {
  'invoice_line.unused_time': 'Tiempo sin usar de {{plan}}',
  'invoice_line.days': '{{price, money}} × {{days, number}} de {{of_days, number}} días',
}
