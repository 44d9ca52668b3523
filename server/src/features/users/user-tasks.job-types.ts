import { z } from 'zod'

export const userTaskJob = {
  name: 'users.task',
  payload: z.object({ id: z.string() }),
  attempts: 10,
}
