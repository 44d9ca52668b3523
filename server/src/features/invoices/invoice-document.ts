import type { InvoiceParty, InvoiceSnapshot } from '@coffer/contract/invoices'

/** A printed document, as it was issued: it never mentions later payments. */
export interface InvoiceDocument {
  snapshot: InvoiceSnapshot
}

/** Company or person, as named first in an address. */
export const legalNameOf = ({ company, name }: InvoiceParty): string => company || name

/** Returns the last moment of a period; its end belongs to the next one. */
export const lastMomentOf = (endsAt: string): string =>
  new Date(Date.parse(endsAt) - 1).toISOString()
