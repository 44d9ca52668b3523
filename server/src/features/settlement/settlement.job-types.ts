import { z } from 'zod'

export const collectJob = {
  name: 'settlement.collect',
  payload: z.object({ invoiceId: z.string() }),
  attempts: 8,
}
