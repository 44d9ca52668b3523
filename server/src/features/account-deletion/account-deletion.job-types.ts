import { z } from 'zod'

export const clearJob = {
  name: 'account-deletion.delete-data',
  payload: z.object({ userId: z.string() }),
  attempts: 8,
}
