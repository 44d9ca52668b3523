import { z } from 'zod'

export const clearJob = {
  name: 'account.clear',
  payload: z.object({ userId: z.string() }),
  attempts: 8,
}
