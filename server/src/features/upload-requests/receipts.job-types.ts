import { LOCALES } from '@coffer/contract'
import { Email } from '@coffer/contract/email-address'
import { z } from 'zod'

/** Works out the hashes of what came in, then sends the receipt to whoever asked for it. */
export const receiptJob = {
  name: 'upload-requests.receipt',
  payload: z.object({
    requestId: z.string(),
    /** Who sent the last of it, and where his receipt goes. */
    receipt: z
      .object({ guestId: z.string(), to: Email, language: z.enum(LOCALES).nullable() })
      .nullable(),
  }),
  attempts: 6,
}
export type ReceiptOrder = z.output<typeof receiptJob.payload>
