import type { InvoiceParty, InvoiceSnapshot } from '@coffer/contract/invoices'

/** A payment that the document lists; `method` is in the language of the document. */
export interface InvoicePayment {
  paid_at: string
  method: string
  amount: number
}

/** A printed document: the snapshot of the day of issue and the payments since. */
export interface InvoiceDocument {
  snapshot: InvoiceSnapshot
  /** Null for the document as it was issued, which does not mention payments. */
  payments: readonly InvoicePayment[] | null
}

/** Company or person, as named first in an address. */
export const legalNameOf = ({ company, name }: InvoiceParty): string => company || name

/** Sum of all payments. */
export const paidOf = ({ payments }: Pick<InvoiceDocument, 'payments'>): number =>
  (payments ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** Returns the last moment of a period; its end belongs to the next one. */
export const lastMomentOf = (endsAt: string): string =>
  new Date(Date.parse(endsAt) - 1).toISOString()
