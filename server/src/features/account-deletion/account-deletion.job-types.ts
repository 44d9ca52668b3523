import { z } from 'zod'

export const deletionJob = {
  name: 'account-deletion.delete-data',
  payload: z.object({ userId: z.string() }),
  attempts: 8,
}
