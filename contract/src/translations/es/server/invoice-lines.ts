import type { invoiceLines as en } from '../../en/server/invoice-lines.ts'

export const invoiceLines: Record<keyof typeof en, string> = {
  'invoice_line.unused_time': 'Tiempo sin usar de {{plan}}',
  'invoice_line.days': '{{price, money}} × {{days, number}} de {{of_days, number}} días',
  'credit_reason.refund': 'Reembolso',
  'credit_reason.cancellation': 'Anulación de la factura',
  'credit_reason.credit': 'Abono',
  'credit_reason.unused_time': 'Tiempo sin usar tras un cambio de plan',
  'credit_reason.change_not_made': 'Cambio de plan que no se realizó',
  'credit_reason.duplicate': 'Reembolso de una compra que no llegó a tener efecto',
  'credit_reason.account_deleted': 'Reembolso tras la eliminación de la cuenta',
}
