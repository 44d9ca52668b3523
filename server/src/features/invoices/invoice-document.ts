import type { InvoiceParty, InvoiceSnapshot } from '@coffer/contract/invoices'

/** A printed document, as it was issued: it never mentions later payments. */
export interface InvoiceDocument {
  snapshot: InvoiceSnapshot
}

/** Company or person, as named first in an address. */
export const legalNameOf = ({ company, name }: InvoiceParty): string => company || name
