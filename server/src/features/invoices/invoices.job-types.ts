import { z } from 'zod'

export const pdfJob = {
  name: 'invoices.pdf',
  payload: z.object({ id: z.string() }),
  attempts: 8,
}
