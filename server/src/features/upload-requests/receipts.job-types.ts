import { LocaleTag } from '@coffer/contract'
import { Email } from '@coffer/contract/email-address'
import { z } from 'zod'

/**
 * Computes the hashes of received files, then sends the receipt to the guest who ended the request.
 */
export const receiptJob = {
  name: 'upload-requests.receipt',
  payload: z.object({
    requestId: z.string(),
    /** The guest who ended the request, and the recipient of their receipt. */
    receipt: z
      .object({ guestId: z.string(), to: Email, language: LocaleTag.nullable() })
      .nullable(),
  }),
  // Hours: the contents may be in a bucket that does not answer.
  attempts: 12,
}
export type ReceiptOrder = z.output<typeof receiptJob.payload>
